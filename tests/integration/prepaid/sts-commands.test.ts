import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNightflow, runNightflowWith } from '../../support/process/server-process.ts'

/** Keys of the published suites, and no secret. */
const decoderKey = '6ff35b9d1f3453e6'
const mistyKey = 'f94b6ed353c3bfdb113e2d3a7ea3c41d'
const nextMistyKey = 'b208834372ef892ef6e04c28593090d4'
const vendingKey = 'abababababababab'
const longVendingKey = 'abababababababab949494949494949401234567'
const meter = ['--key-type', '2', '--ti', '01', '--krn', '1', '--pan', '600727000000000009']

const prints = (stdout: string, stderr = '') => ({ code: 0, stdout: `${stdout}\n`, stderr })
/** One sentence that says what is wrong, and nothing on standard output. */
const refuses = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` })
const refusesOption = (reason: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(reason) })

const token = (...options: string[]) => runNightflow('sts-token', '--decoder-key', decoderKey, '--algorithm', '07', ...options)
const decode = (...digits: string[]) => runNightflow('sts-decode', '--decoder-key', decoderKey, '--algorithm', '07', ...digits)

describe('sts-key', () => {
  const derive = (...options: string[]) => runNightflow('sts-key', ...meter, ...options)

  test('prints the decoder key of a meter, and nothing else', async () => {
    const [des, misty] = await Promise.all([
      derive('--vending-key', vendingKey, '--dkga', '02', '--sgc', '123456'),
      derive('--vending-key', longVendingKey, '--dkga', '04', '--sgc', '123457', '--algorithm', '11', '--base-date', '1993'),
    ])
    expect([des, misty]).toEqual([prints(decoderKey), prints(mistyKey)])
  })

  test('takes the key from standard input', async () => {
    const typed = await runNightflowWith(
      { typed: `${vendingKey}\n` },
      'sts-key',
      ...meter,
      '--vending-key',
      '-',
      '--dkga',
      '02',
      '--sgc',
      '123456',
    )
    expect(typed).toEqual(prints(decoderKey))
  })

  test('refuses a wrong check digit, a wrong length and algorithms that do not belong together, and repeats no key', async () => {
    const [pan, length, apart, secret] = await Promise.all([
      derive('--vending-key', vendingKey, '--dkga', '02', '--sgc', '123456', '--pan', '600727000000000008'),
      derive('--vending-key', vendingKey, '--dkga', '04', '--sgc', '123457'),
      derive('--vending-key', vendingKey, '--dkga', '02', '--sgc', '123456', '--algorithm', '11'),
      derive('--vending-key', 'abababababababax', '--dkga', '02', '--sgc', '123456'),
    ])
    expect(pan).toEqual(refusesOption('18 digits, the last of them a check digit'))
    expect(length).toEqual(refuses('The key must have 20 bytes.'))
    expect(apart).toEqual(refuses('DKGA02 derives keys of encryption algorithm 07 only. Use DKGA04 for algorithm 11.'))
    expect(secret).toEqual(refuses('--vending-key must be a key in hexadecimal digits, two for each byte.'))
  })
})

describe('sts-token', () => {
  const sale = ['--base-date', '1993', '--class', '0', '--subclass', '1', '--at', '2004-03-01T14:05:00Z', '--random', '5']

  test('prints the digits of a sale, and the amount that was added on standard error', async () => {
    const [exact, rounded] = await Promise.all([token(...sale, '--amount', '0.1'), token(...sale, '--amount', '16383')])
    expect(exact).toEqual(prints('42502136492215507402'))
    expect(rounded).toMatchObject({ code: 0, stderr: 'The token carries 16383.4, which is 0.4 more.\n' })
  })

  test('prints tests and management tokens', async () => {
    const at = ['--subclass', '0', '--random', '5', '--at', '2004-04-01T07:15:00Z']
    const [limit, register, all] = await Promise.all([
      token('--class', '2', ...at, '--amount', '20000'),
      token('--class', '2', ...at, '--register', '416A'),
      runNightflow('sts-token', '--class', '1', '--subclass', '0'),
    ])
    expect([limit.stdout, register.stdout, all.stdout]).toEqual([
      '49240429350369491663\n',
      '49240429350369491663\n',
      '56493153725450313471\n',
    ])
  })

  test('exceeds the last identifier of the meter and skips the reserved minute', async () => {
    const { stdout } = await token(
      '--class',
      '0',
      '--subclass',
      '1',
      '--amount',
      '1',
      '--at',
      '2004-03-29T00:01:00Z',
      '--last-tid',
      '5911202',
    )
    const decoded = await decode(stdout.trim())
    expect(JSON.parse(decoded.stdout)).toMatchObject({ tid: 5_911_203, issuedAt: '2004-03-29T00:03:00Z' })
  })

  test('refuses what no token can carry', async () => {
    const [large, key] = await Promise.all([token(...sale, '--amount', '1820162.5'), runNightflow('sts-token', ...sale, '--amount', '1')])
    expect(large).toEqual(refuses('A token carries at most 18201624 units.'))
    expect(key).toEqual(refuses('a token of class 0 or 2 needs the key of its meter: --decoder-key.'))
  })
})

describe('sts-key-change', () => {
  const change = ['--ken', '255', '--krn', '1', '--key-type', '2', '--ti', '02', '--rollover', '0']

  test('prints two tokens of algorithm 07, a token a line', async () => {
    const printed = await runNightflow(
      'sts-key-change',
      '--decoder-key',
      decoderKey,
      '--new-key',
      'f1279ac543860b06',
      '--algorithm',
      '07',
      ...change,
    )
    expect(printed).toEqual(prints('51638423060042734509\n15361891762113502242'))
  })

  test('prints four tokens of algorithm 11, with both keys from standard input', async () => {
    const keys = ['--decoder-key', '-', '--new-key', '-', '--algorithm', '11']
    const printed = await runNightflowWith(
      { typed: `${mistyKey}\n${nextMistyKey}\n` },
      'sts-key-change',
      ...keys,
      ...change,
      '--sgc',
      '123457',
    )
    expect(printed).toEqual(prints('34812744915211133004\n46903925208523674737\n71464563847088610152\n67904239402617643990'))
  })

  test('refuses algorithm 11 without the supply group, and a second key that is missing on standard input', async () => {
    const [group, missing] = await Promise.all([
      runNightflow('sts-key-change', '--decoder-key', mistyKey, '--new-key', nextMistyKey, '--algorithm', '11', ...change),
      runNightflowWith({ typed: decoderKey }, 'sts-key-change', '--decoder-key', '-', '--new-key', '-', ...change),
    ])
    expect(group).toEqual(refuses('A key change with algorithm 11 needs the supply group code.'))
    expect(missing).toEqual(refuses('--new-key must be a key in hexadecimal digits, two for each byte.'))
  })
})

describe('sts-decode', () => {
  test('prints the fields as JSON, of digits with blanks too', async () => {
    const { code, stdout } = await decode('4250', '2136', '4922', '1550', '7402')
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      ...{ code: 0, class: 0, subclass: 1, kind: 'water-credit', amount: 0.1, units: 1, random: 5 },
      ...{ tid: 5_871_725, issuedAt: '2004-03-01T14:05:00Z', baseDate: 1993, crc: '7ab5', crcOk: true },
    })
  })

  test('prints registers, sections of keys and tests', async () => {
    const [limit, first, second, all] = await Promise.all([
      decode('49240429350369491663'),
      decode('51638423060042734509'),
      decode('15361891762113502242'),
      decode('56493153725450313471'),
    ])
    expect(JSON.parse(limit.stdout)).toMatchObject({ class: 2, subclass: 0, kind: 'power-limit', register: '416a', amount: 20_004 })
    expect(JSON.parse(first.stdout)).toMatchObject({
      keyExpiryHigh: 15,
      keyRevisionNumber: 1,
      keyType: 2,
      rollover: 0,
      newKeyPart: '060b8643',
    })
    expect(JSON.parse(second.stdout)).toMatchObject({ keyExpiryLow: 15, tariffIndex: '02', newKeyPart: 'c59a27f1' })
    expect(JSON.parse(all.stdout)).toMatchObject({ kind: 'meter-test', control: 'fffffffff', manufacturerCode: '00' })
  })

  test('ends with exit code 1 where the token is of another key, and prints no field of it', async () => {
    const { code, stdout, stderr } = await runNightflow('sts-decode', '--decoder-key', 'f1279ac543860b06', '42502136492215507402')
    expect({ code, fields: Object.keys(JSON.parse(stdout)), stderr }).toEqual({
      ...{ code: 1, fields: ['class', 'crc', 'crcOk'] },
      stderr: 'The checksum is wrong: the token is of another meter or key, or a digit is wrong.\n',
    })
  })

  test('refuses digits that are no token', async () => {
    expect(await decode('4250213649221550740')).toEqual(
      refuses('A token has 20 digits, the number of which is below 73786976294838206464.'),
    )
  })
})

describe('a key ceremony of two people', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightflow-keys-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const passphrases = 'correct horse battery\nstaple of two people\n'
  const key = JSON.stringify({ supplyGroupCode: '123457', keyRevisionNumber: 1, keyType: 2, derivation: '04', key: longVendingKey })

  test('seals keys into a file of its owner, which both open and one of them does not', async () => {
    const file = join(folder, 'keys.json')
    const sealed = await runNightflowWith({ typed: `${passphrases}${key}\n` }, 'sts-seal-keys', file)
    expect(sealed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^123457 revision 1 type 2 DKGA04 check value [0-9a-f]{6}\n$/),
      stderr: '',
    })
    expect([(await stat(file)).mode & 0o777, (await readFile(file, 'utf8')).includes(longVendingKey)]).toEqual([0o600, false])
    const [both, one, again] = await Promise.all([
      runNightflowWith({ typed: passphrases }, 'sts-sealed-keys', file),
      runNightflowWith({ typed: 'correct horse battery\nanother passphrase\n' }, 'sts-sealed-keys', file),
      runNightflowWith({ typed: `${passphrases}${key}\n` }, 'sts-seal-keys', file),
    ])
    expect(both).toEqual(sealed)
    expect(one).toEqual(refuses('a passphrase is wrong, their order is, or the file was changed.'))
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already, and it stays as it is.') })
  })

  test('refuses one passphrase for both, and a key of a wrong length without repeating it', async () => {
    const file = join(folder, 'none.json')
    const [same, short] = await Promise.all([
      runNightflowWith({ typed: `same passphrase\nsame passphrase\n${key}` }, 'sts-seal-keys', file),
      runNightflowWith({ typed: `${passphrases}${key.replace(longVendingKey, vendingKey)}` }, 'sts-seal-keys', file),
    ])
    expect(same).toMatchObject(refusesOption('passphrases of two people'))
    expect(short).toMatchObject(refusesOption('key 1 is not as'))
    expect(short.stderr).not.toContain(vendingKey)
  })
})
