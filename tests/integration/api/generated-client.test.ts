import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BilledUtility, startBilledUtility } from '../../support/api/billed-utility.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

const repository = join(import.meta.dirname, '../../..')

/** As strict as a client's project can be. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  module: 'nodenext',
  outDir: 'out',
  rootDir: '.',
}

let folder: string
let utility: BilledUtility
let baseUrl: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nightflow-client-'))
  utility = await startBilledUtility('generated_client')
  const { call, publish, use, travelTo, running } = utility
  travelTo('2025-12-01T00:00:00Z')
  await publish('Homes', '2025-11-01', 2)
  await call('POST', '/api/v1/meters', {
    meters: [{ number: '5001', timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt: '2025-12-01T00:00:00Z' }],
  })
  await use('5001', '2025-12-01T00:00:00+01:00', '2026-01-05T00:00:00+01:00', () => 20)
  travelTo('2026-01-05T09:00:00Z')
  baseUrl = await running.api.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await utility.stop()
  rmSync(folder, { recursive: true })
})

const errorsOf = async (...options: string[]): Promise<string[]> => {
  const tsc = join(repository, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false', ...options], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout.split('\n').filter((line) => /^\S/.test(line))
}

test('a client that a public generator makes compiles strictly, and a day’s work is done with it', { timeout: 180_000 }, async () => {
  const input = (await (await fetch(`${baseUrl}/api/openapi.json`)).json()) as never
  await createClient({
    input,
    output: { path: join(folder, 'client'), importFileExtension: '.js' },
    logs: { level: 'silent', file: false },
  })
  copyFileSync(join(import.meta.dirname, 'generated-client/journey.ts.txt'), join(folder, 'journey.ts'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['journey.ts', 'client'] }))
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  expect(await errorsOf()).toEqual([])
  // The generator's own runtime, the same for every document, is not written for this option.
  const stricter = await errorsOf('--exactOptionalPropertyTypes', '--noEmit')
  expect(stricter.filter((line) => !/^client\/(client|core)\//.test(line))).toEqual([])

  const { journey } = (await import(pathToFileURL(join(folder, 'out/journey.js')).href)) as {
    journey: (baseUrl: string, person: { username: string; password: string }) => Promise<Record<string, unknown>>
  }
  expect(await journey(baseUrl, { username: 'admin', password: passwordOfAll })).toEqual({
    signedIn: 'admin',
    holders: ['Li Na'],
    paymentNos: [true],
    openMinor: [true, 0],
    refusal: 'account-not-found',
    nights: Array(30).fill(20),
    problem: 'not-found',
    notices: 0,
    bill: '%PDF-',
    receipt: '%PDF-',
  })
})
