import {
  type DerivationAlgorithm,
  type DerivedKeyType,
  decoderKeyOf,
  deriveDecoderKey,
  type EncryptionAlgorithm,
} from '@nightflow/domain/prepaid/sts/decoder-key'
import { keyChangeTokens } from '@nightflow/domain/prepaid/sts/key-change'
import { hexOf } from '@nightflow/domain/prepaid/sts/token-bits'
import { decodeToken, encodeTestToken, encodeToken } from '@nightflow/domain/prepaid/sts/token-codec'
import { type BaseDateYear, baseDateYears, tokenIdentifierMax } from '@nightflow/domain/prepaid/sts/token-identifier'
import { MeterPan, SupplyGroupCode, TariffIndex } from '@nightflow/schemas/prepaid/sts-identifiers'
import { Instant } from '@nightflow/schemas/shared/values'
import { vendingKeyCiphers } from '@nightflow/server/vending-key-ciphers'
import { type Command, Option } from 'commander'
import { describeToken } from './prepaid/describe-token.ts'

import { describeSealedKeys, sealKeysOfInput } from './prepaid/key-ceremony.ts'
import { orRefuse } from './prepaid/or-refuse.ts'
import { requestedContent, type TokenRequest, testContent } from './prepaid/token-request.ts'
import { readKeys } from './prepaid/typed-keys.ts'
import { checkedBy } from './shared/checked-by.ts'
import { CommandRefusal } from './shared/command-refusal.ts'
import { parseBetween } from './shared/parse-between.ts'
import { printLine } from './shared/print-line.ts'

const keyHelp = 'hexadecimal, or - for the next line of standard input'
const decoderKeyOption = () => new Option('--decoder-key <hex>', `key of the meter: ${keyHelp}`)
const algorithmOption = () => new Option('--algorithm <number>', 'encryption: 07 is STA, 11 is MISTY1').choices(['07', '11']).default('07')
const baseDateOption = () =>
  new Option('--base-date <year>', 'year from which minutes are counted').choices(baseDateYears.map(String)).default('1993')
const tariffOption = () => new Option('--ti <digits>', 'tariff index').argParser(checkedBy(TariffIndex)).makeOptionMandatory()
const revisionOption = () => new Option('--krn <number>', 'key revision, 1 to 9').argParser(parseBetween(1, 9)).makeOptionMandatory()
const supplyGroupOption = () => new Option('--sgc <digits>', 'supply group code').argParser(checkedBy(SupplyGroupCode))

const yearOf = (typed: string): BaseDateYear => Number(typed) as BaseDateYear

type KeyOptions = {
  vendingKey: string
  dkga: DerivationAlgorithm
  keyType: string
  sgc: string
  ti: string
  krn: number
  pan: string
  algorithm: EncryptionAlgorithm
  baseDate: string
}

const addKeyCommand = (program: Command): void => {
  program
    .command('sts-key')
    .description('derive the decoder key of a prepayment meter and print it, and nothing else')
    .addOption(new Option('--vending-key <hex>', `key of the supply group: ${keyHelp}`).makeOptionMandatory())
    .addOption(new Option('--dkga <number>', 'derivation').choices(['02', '04']).makeOptionMandatory())
    .addOption(new Option('--key-type <type>', '1 default, 2 unique, 3 common').choices(['1', '2', '3']).makeOptionMandatory())
    .addOption(supplyGroupOption().makeOptionMandatory())
    .addOption(tariffOption())
    .addOption(revisionOption())
    .addOption(new Option('--pan <digits>', 'account number of the meter, 18 digits').argParser(checkedBy(MeterPan)).makeOptionMandatory())
    .addOption(algorithmOption())
    .addOption(baseDateOption())
    .action(async ({ vendingKey, dkga, keyType, sgc, ti, krn, pan, algorithm, baseDate }: KeyOptions) => {
      const [key] = await readKeys({ '--vending-key': vendingKey }, process.stdin)
      const purpose = {
        ...{ keyType: Number(keyType) as DerivedKeyType, supplyGroupCode: sgc, tariffIndex: ti, keyRevisionNumber: krn, meterPan: pan },
        ...{ algorithm, baseDate: yearOf(baseDate) },
      }
      await printLine(hexOf(orRefuse(deriveDecoderKey(key!, dkga, purpose, vendingKeyCiphers)).bytes))
    })
}

type TokenOptions = Omit<TokenRequest, 'baseDate'> & { baseDate: string; decoderKey?: string; algorithm: EncryptionAlgorithm }

const printToken = async ({ decoderKey, algorithm, baseDate, ...options }: TokenOptions): Promise<void> => {
  const request: TokenRequest = { ...options, baseDate: yearOf(baseDate) }
  if (request.class === '1') return printLine(encodeTestToken(testContent(request)))
  if (decoderKey === undefined) throw new CommandRefusal('a token of class 0 or 2 needs the key of its meter: --decoder-key.')
  const [bytes] = await readKeys({ '--decoder-key': decoderKey }, process.stdin)
  const key = orRefuse(decoderKeyOf(algorithm, bytes!))
  const { content, amount, perWhole } = requestedContent(request)
  await printLine(encodeToken(content, key))
  if (amount && amount.roundedUpUnits > 0) {
    process.stderr.write(`The token carries ${amount.units / perWhole}, which is ${amount.roundedUpUnits / perWhole} more.\n`)
  }
}

const addTokenCommand = (program: Command): void => {
  program
    .command('sts-token')
    .description('print a prepayment token, and nothing else')
    .addOption(decoderKeyOption())
    .addOption(algorithmOption())
    .addOption(baseDateOption())
    .addOption(new Option('--class <class>', '0 credit, 1 test, 2 management').choices(['0', '1', '2']).makeOptionMandatory())
    .addOption(new Option('--subclass <number>', 'water is 1 in class 0').argParser(parseBetween(0, 15)).makeOptionMandatory())
    .option('--amount <number>', 'm3 of water, units of the currency (subclasses 4 to 7), or value of a register')
    .option('--register <hex>', 'register of a management token, 4 digits')
    .option('--control <hex>', 'tests of class 1 (default: all)')
    .option('--manufacturer <code>', 'manufacturer of class 1', parseBetween(0, 9999), 0)
    .addOption(new Option('--at <time>', 'time of the sale (default: now)').argParser(checkedBy(Instant)))
    .option('--random <number>', '0 to 15 (default: by chance)', parseBetween(0, 15))
    .option('--last-tid <number>', 'identifier of the last token of the meter, which this one exceeds', parseBetween(0, tokenIdentifierMax))
    .action(printToken)
}

type ChangeOptions = {
  decoderKey: string
  newKey: string
  algorithm: EncryptionAlgorithm
  ken: number
  krn: number
  keyType: string
  ti: string
  rollover: string
  sgc?: string
}

const addKeyChangeCommand = (program: Command): void => {
  program
    .command('sts-key-change')
    .description('print the tokens that give a meter a new key, one a line, in the order in which they are entered')
    .addOption(decoderKeyOption().makeOptionMandatory())
    .addOption(new Option('--new-key <hex>', `its new key: ${keyHelp}`).makeOptionMandatory())
    .addOption(algorithmOption())
    .addOption(new Option('--ken <number>', 'key expiry number, 255 is never').argParser(parseBetween(0, 255)).makeOptionMandatory())
    .addOption(revisionOption())
    .addOption(new Option('--key-type <type>', 'type of the new key').choices(['0', '1', '2', '3']).makeOptionMandatory())
    .addOption(tariffOption())
    .addOption(new Option('--rollover <bit>', '1 with another base date').choices(['0', '1']).default('0'))
    .addOption(supplyGroupOption())
    .action(async ({ decoderKey, newKey, algorithm, ken, krn, keyType, ti, rollover, sgc }: ChangeOptions) => {
      const [old, next] = await readKeys({ '--decoder-key': decoderKey, '--new-key': newKey }, process.stdin)
      const tokens = orRefuse(
        keyChangeTokens({
          ...{ oldKey: orRefuse(decoderKeyOf(algorithm, old!)), newKey: orRefuse(decoderKeyOf(algorithm, next!)) },
          ...{ keyExpiryNumber: ken, keyRevisionNumber: krn, keyType: Number(keyType), tariffIndex: ti },
          ...{ isRollover: rollover === '1', supplyGroupCode: sgc },
        }),
      )
      for (const token of tokens) await printLine(token)
    })
}

const addDecodeCommand = (program: Command): void => {
  program
    .command('sts-decode')
    .description('print the fields of a token as JSON; a wrong checksum ends with exit code 1')
    .argument('<token...>', '20 digits, with blanks or hyphens or without')
    .addOption(decoderKeyOption().makeOptionMandatory())
    .addOption(algorithmOption())
    .addOption(baseDateOption())
    .action(async (typed: string[], options: { decoderKey: string; algorithm: EncryptionAlgorithm; baseDate: string }) => {
      const [bytes] = await readKeys({ '--decoder-key': options.decoderKey }, process.stdin)
      const decoded = orRefuse(decodeToken(typed.join(''), orRefuse(decoderKeyOf(options.algorithm, bytes!))))
      await printLine(JSON.stringify(describeToken(decoded, yearOf(options.baseDate))))
      if (!decoded.isIntact) orRefuse({ rejected: 'sts-token-of-another-key' })
    })
}

const addKeyFileCommands = (program: Command): void => {
  program
    .command('sts-seal-keys')
    .description('seal vending keys into a file that two people open together, and print their check values')
    .argument('<file>', 'new file')
    .addHelpText('after', '\nStandard input: the passphrase of each person on a line of its own, then a key a line as JSON.')
    .action(async (file: string) => {
      for (const line of await sealKeysOfInput(file, process.stdin)) await printLine(line)
    })
  program
    .command('sts-sealed-keys')
    .description('print supply group, revision and check value of the keys of a sealed file, and no key')
    .argument('<file>', 'file of sts-seal-keys')
    .addHelpText('after', '\nStandard input: the passphrase of each person on a line of its own, in the order of the ceremony.')
    .action(async (file: string) => {
      for (const line of await describeSealedKeys(file, process.stdin)) await printLine(line)
    })
}

/** Prepayment tokens by IEC 62055-41, without server and database. Keys are typed or read from standard input, and never printed but by `sts-key`. */
export const addStsCommands = (program: Command): void => {
  addKeyCommand(program)
  addTokenCommand(program)
  addKeyChangeCommand(program)
  addDecodeCommand(program)
  addKeyFileCommands(program)
}
