import type { NamedCommand } from '../shared/named-command.ts'
import { lifeCommands } from './meter-life.ts'
import type { MeterRow } from './meters.ts'
import { valveCommands } from './valve-commands.ts'

/** Commands on meters in their list. */
export const meterCommands: readonly NamedCommand<MeterRow>[] = [...valveCommands.list, ...lifeCommands.list]
