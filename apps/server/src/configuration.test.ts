import { describe, expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'

describe('the configuration of the server', () => {
  test('stands without any flag or variable', () => {
    expect(readConfiguration([], {})).toMatchObject({
      port: 8080,
      host: 'localhost',
      logLevel: 'warn',
      fresh: false,
      demo: true,
      databaseUrl: undefined,
    })
  })

  test('takes flags before variables', () => {
    expect(
      readConfiguration(['--port', '9000', '--no-demo', '--fresh'], { NIGHTFLOW_PORT: '7000', NIGHTFLOW_LOG_LEVEL: 'info' }),
    ).toMatchObject({
      port: 9000,
      demo: false,
      fresh: true,
      logLevel: 'info',
    })
  })

  test('keeps every day of the views unless a retention is set', () => {
    expect(readConfiguration([], {})).toMatchObject({ compressAfterDays: 30, retentionDays: undefined })
    expect(readConfiguration(['--retention-days', '400'], { NIGHTFLOW_COMPRESS_AFTER_DAYS: '7' })).toMatchObject({
      compressAfterDays: 7,
      retentionDays: 400,
    })
    expect(() => readConfiguration([], { NIGHTFLOW_RETENTION_DAYS: '1' })).toThrow(
      'NIGHTFLOW_RETENTION_DAYS is "1" and must be a whole number of days from 30 to 36500.',
    )
  })

  test('names the flag and what it may be', () => {
    expect(() => readConfiguration(['--port', 'eighty'], {})).toThrow(
      '--port is "eighty" and must be a whole number from 0 (any free port) to 65535.',
    )
  })

  test('names the variable and what it may be', () => {
    expect(() => readConfiguration([], { NIGHTFLOW_LOG_LEVEL: 'loud' })).toThrow(
      /^NIGHTFLOW_LOG_LEVEL is "loud" and must be one of trace, debug/,
    )
  })

  test('never repeats a database URL, since it holds a password', () => {
    expect(() => readConfiguration(['--database-url', 'mysql://me:secret@host/x'], {})).toThrow(/^--database-url must be a URL/)
  })

  test('refuses an unknown flag in one sentence', () => {
    expect(() => readConfiguration(['--prot', '1'], {})).toThrow(/^Unknown option '--prot'; see npm start -- --help\.$/)
  })

  test('refuses to delete a database that is not its own', () => {
    expect(() => readConfiguration(['--fresh', '--database-url', 'postgres://localhost/x'], {})).toThrow(
      /^--fresh deletes only the embedded database/,
    )
  })

  test('answers help', () => {
    expect(readConfiguration(['--help'], {})).toBe('help')
  })
})
