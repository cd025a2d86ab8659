import { readFile } from 'node:fs/promises'
import { ErasureReason } from '@nightflow/schemas/privacy/erase-person'
import { PersonId } from '@nightflow/schemas/shared/personal'
import { TenantCode } from '@nightflow/schemas/shared/values'
import { type Command, Option } from 'commander'
import { erasePerson, listErasures, parseErasures } from './privacy/erase-person.ts'
import { checkedBy } from './shared/checked-by.ts'
import { CommandRefusal } from './shared/command-refusal.ts'
import { requireTenant, withLog } from './shared/database.ts'
import { printLine } from './shared/print-line.ts'
import { findService, type ServerOptions, type ServiceAddress } from './shared/running-server.ts'

type EraseOptions = { tenant?: string; reason?: string; from?: string }

const eraseOf = async (personId: string | undefined, { tenant, reason, from }: EraseOptions, service: ServiceAddress): Promise<void> => {
  if (from === undefined && (personId === undefined || tenant === undefined || reason === undefined))
    throw new CommandRefusal('name the person, --tenant and --reason, or a list with --from FILE.')
  const erasures =
    from === undefined ? [{ personId: personId!, tenant: tenant!, reason: reason! }] : parseErasures(await readFile(from, 'utf8'))
  await withLog(service, async (pool, log) => {
    let keys = 0
    for (const erasure of erasures) {
      await requireTenant(pool, erasure.tenant)
      if (await erasePerson(pool, log, erasure)) keys += 1
    }
    await printLine(`persons erased: ${erasures.length}; keys deleted now: ${keys}`)
  })
}

/** `erase-person` and `erased-persons`: what a person may demand, and what is applied again after a restore. */
export const addPrivacyCommands = (program: Command): void => {
  program
    .command('erase-person')
    .description('erase a person for good: name, telephone and the like are gone from log, read models and answers about the past')
    .argument('[person]', 'identifier, as the screen Personal data shows it', checkedBy(PersonId))
    .addOption(new Option('--tenant <code>', 'the utility').argParser(checkedBy(TenantCode)))
    .addOption(new Option('--reason <text>', 'why, without naming the person; kept for ever').argParser(checkedBy(ErasureReason)))
    .addOption(new Option('--from <file>', 'erase all of a list that erased-persons printed').conflicts(['tenant', 'reason']))
    .action(async (personId: string | undefined, options: EraseOptions, command: Command) =>
      eraseOf(personId, options, findService(command.optsWithGlobals<ServerOptions>())),
    )

  program
    .command('erased-persons')
    .description('print who was erased, one JSON object a line; keep it beside the backups, for erase-person --from after a restore')
    .action(async (_options: object, command: Command) => {
      await withLog(findService(command.optsWithGlobals<ServerOptions>()), async (_pool, log) => {
        for await (const erasure of listErasures(log)) await printLine(JSON.stringify(erasure))
      })
    })
}
