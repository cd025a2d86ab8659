import { PartitionId, TenantCode, TimeZone } from '@nightflow/schemas/shared/values'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { meterRoles } from './metering/associate-meters.ts'
import { flowValues } from './metering/flow-table.ts'
import { flowTargets, type ImportFlows, importFlows } from './metering/import-flows.ts'
import { type ImportNetwork, importNetwork } from './metering/import-network.ts'
import { type ImportRegisters, importRegisters } from './metering/import-registers.ts'
import { registerFormats } from './metering/register-presets.ts'
import { registerLayouts } from './metering/register-table.ts'
import type { TimesRule } from './metering/table-times.ts'
import { findUnit, rateUnitNames, type Unit, volumeUnitNames } from './metering/units.ts'
import { checkedBy } from './shared/checked-by.ts'
import { parseBetween } from './shared/parse-between.ts'
import { printLine } from './shared/print-line.ts'
import type { ServerOptions } from './shared/running-server.ts'

const parseUnitOf =
  (kinds: readonly Unit['kind'][]) =>
  (value: string): Unit => {
    const unit = findUnit(value)
    if (unit && kinds.includes(unit.kind)) return unit
    const names = [...(kinds.includes('rate') ? rateUnitNames : []), ...(kinds.includes('volume') ? volumeUnitNames : [])]
    throw new InvalidArgumentError(`one of ${names.join(', ')}`)
  }

const parseTimes = (value: string): TimesRule => {
  if (value === 'utc' || value === 'local') return value
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(value)
  const minutes = Number(match?.[2]) * 60 + Number(match?.[3])
  if (!match || Number(match[3]) > 59 || minutes > 14 * 60) throw new InvalidArgumentError('utc, local, or an offset such as +01:00')
  return { offsetMinutes: match[1] === '-' ? -minutes : minutes }
}

const parseEncoding = (value: string): string => {
  try {
    return new TextDecoder(value).encoding
  } catch {
    throw new InvalidArgumentError('an encoding such as utf-8, windows-1252 or gb18030')
  }
}

const parseMark = (value: string): '.' | ',' => {
  if (value === 'point' || value === '.') return '.'
  if (value === 'comma' || value === ',') return ','
  throw new InvalidArgumentError('point or comma')
}

const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Options of every import: whose, in which zone, and how the file is written. */
const addCommonOptions = (command: Command): Command =>
  command
    .addOption(new Option('--tenant <code>', 'tenant').argParser(checkedBy(TenantCode)).default('demo'))
    .addOption(new Option('--timezone <zone>', 'IANA time zone, such as Europe/Rome').argParser(checkedBy(TimeZone)).makeOptionMandatory())
    .option('--dry-run', 'print what was understood of the file and send nothing; no server is needed', false)
    .option('--sheet <name>', 'worksheet of an xlsx file (default: the first)')
    .option('--skip-lines <count>', 'lines before the heading', parseBetween(0, 1000))
    .option('--encoding <name>', 'encoding of a text file (default: UTF-8, or what its byte order mark says)', parseEncoding)

/** Options of files with times and values. */
const addReadingOptions = (command: Command): Command =>
  addCommonOptions(command)
    .option(
      '--times <rule>',
      'meaning of times without an offset: utc, local (summer time of the zone), or an offset such as +01:00',
      parseTimes,
    )
    .addOption(
      new Option('--date-order <order>', 'which part of 03/04/2024 comes first (default: what the file shows)').choices([
        'day-first',
        'month-first',
      ]),
    )
    .option('--decimal <mark>', 'decimal mark: point or comma (default: what the file shows)', parseMark)
    .option('--missing <word>', 'a word or number for a missing value, besides empty, -, NA, NaN, null; may be repeated', collect)
    .option('--time-column <heading>', 'column of the time; twice for a date and a time of day', collect)
    .option('--column <heading[=name]>', 'read this column only, under another name if one is given; may be repeated', collect)

const addFlows = (program: Command): void => {
  addReadingOptions(program.command('import-flows'))
    .description('import flows, volumes or registers of inlets, a column each; running it again changes nothing')
    .argument(
      '<file>',
      'CSV (comma, semicolon, tab; also gzip) or xlsx: a column of times, every other column one inlet, rows 1 to 60 minutes apart',
    )
    .addOption(
      new Option('--unit <unit>', `flows: ${rateUnitNames.join(', ')}; volumes: ${volumeUnitNames.join(', ')}`)
        .argParser(parseUnitOf(['rate', 'volume']))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--values <kind>', 'mean flow (rate), volume of the interval, or register that counts up').choices(flowValues))
    .addOption(
      new Option('--stamp <end>', 'the end of its interval that the time of a row names').choices(['begin', 'end']).default('begin'),
    )
    .addOption(
      new Option('--into <target>', 'a partition per column, or meters with these numbers').choices(flowTargets).default('partitions'),
    )
    .option('--two-way', 'declare new meters two-way: their flows may be negative, which are rejected of others')
    .action(async (file: string, options: ImportFlows, command: Command) => {
      for (const line of await importFlows(file, { ...command.optsWithGlobals<ServerOptions>(), ...options })) await printLine(line)
    })
}

const addRegisters = (program: Command): void => {
  addReadingOptions(program.command('import-registers'))
    .description('import cumulative registers of meters; running it again changes nothing')
    .argument(
      '<file>',
      'CSV (comma, semicolon, tab; also gzip) or xlsx: meter, time and register in each row, or a time in each row and a column per meter',
    )
    .addOption(new Option('--format <format>', 'a known form of files, which needs no other option').choices(registerFormats))
    .addOption(new Option('--unit <unit>', `of the registers: ${volumeUnitNames.join(', ')}`).argParser(parseUnitOf(['volume'])))
    .addOption(
      new Option('--layout <layout>', 'one reading a row, or one column a meter (default: what the headings show)').choices(
        registerLayouts,
      ),
    )
    .option('--meter-column <heading>', 'column of the meter numbers (default: by its heading)')
    .option('--value-column <heading>', 'column of the registers (default: by its heading)')
    .option('--caliber-column <heading>', 'column of the nominal diameters (default: by its heading)')
    .option(
      '--caliber <millimetres>',
      'nominal diameter of new meters whose rows name none; without one no more than the largest meter passes is water',
      parseBetween(1, 3000),
    )
    .addOption(new Option('--partition <id>', 'metering point that the meters belong to').argParser(checkedBy(PartitionId)))
    .addOption(new Option('--role <role>', 'what the meters are there').choices(meterRoles))
    .action(async (file: string, options: ImportRegisters, command: Command) => {
      for (const line of await importRegisters(file, { ...command.optsWithGlobals<ServerOptions>(), ...options })) await printLine(line)
    })
}

const addNetwork = (program: Command): void => {
  addCommonOptions(program.command('import-network'))
    .description('create a cascade and its meters; running it again changes nothing')
    .argument(
      '<file>',
      'CSV or xlsx: partition, name, parent, meter, role (inlet, outlet or customer), caliber, two-way, address; a row per partition and per meter',
    )
    .action(async (file: string, options: ImportNetwork, command: Command) => {
      for (const line of await importNetwork(file, { ...command.optsWithGlobals<ServerOptions>(), ...options })) await printLine(line)
    })
}

/** `import-flows`, `import-registers` and `import-network`. */
export const addFileImportCommands = (program: Command): void => {
  addFlows(program)
  addRegisters(program)
  addNetwork(program)
}
