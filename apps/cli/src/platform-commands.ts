import { UserName } from '@nightflow/schemas/platform/account-rules'
import { Role } from '@nightflow/schemas/shared/permissions'
import { TenantCode, TimeZone } from '@nightflow/schemas/shared/values'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { createNewTenant } from './platform/create-tenant.ts'
import { createNewUser, readPassword } from './platform/create-user.ts'
import { checkedBy } from './shared/checked-by.ts'
import { requireTenant, withDatabase } from './shared/database.ts'
import { printLine } from './shared/print-line.ts'
import { findService, type ServerOptions } from './shared/running-server.ts'

const TenantName = z.string().trim().min(1, 'a name').max(100, 'at most 100 characters')

type UserOptions = { tenant: string; role: Role; passwordStdin: boolean }

const createUserOf = async (username: string, { tenant, role, passwordStdin }: UserOptions, databaseUrl: string): Promise<void> => {
  const password = passwordStdin ? await readPassword(process.stdin) : undefined
  await withDatabase(databaseUrl, async (pool) => {
    await requireTenant(pool, tenant)
    const { madeUp } = await createNewUser(pool, { tenant, username, role, password })
    process.stderr.write(`User ${username} of ${tenant} may sign in as ${role} and chooses another password at the first sign-in.\n`)
    if (madeUp !== undefined) await printLine(madeUp)
  })
}

/** `create-tenant` and `create-user`: how a service without the demo utility begins. */
export const addPlatformCommands = (program: Command): void => {
  program
    .command('create-tenant')
    .description('create a utility')
    .argument('<code>', 'lower-case letters, digits and hyphens, 2 to 32; never changes', checkedBy(TenantCode))
    .addOption(new Option('--name <name>', 'what people call it').argParser(checkedBy(TenantName)).makeOptionMandatory())
    .addOption(new Option('--timezone <zone>', 'IANA time zone, such as Europe/Rome').argParser(checkedBy(TimeZone)).makeOptionMandatory())
    .action(async (code: string, { name, timezone }: { name: string; timezone: string }, command: Command) => {
      await withDatabase(findService(command.optsWithGlobals<ServerOptions>()).databaseUrl, (pool) =>
        createNewTenant(pool, { code, name: name.trim(), timeZone: timezone }),
      )
      process.stderr.write(`Tenant ${code} is there; create its first user with create-user.\n`)
    })

  program
    .command('create-user')
    .description('create a user of a utility and print the password, which is shown once, and nothing else')
    .argument('<username>', 'letters, digits and underscore, beginning with a letter', checkedBy(UserName))
    .addOption(new Option('--tenant <code>', 'the utility').argParser(checkedBy(TenantCode)).makeOptionMandatory())
    .addOption(new Option('--role <role>', 'what the user may do').choices(Role.options).makeOptionMandatory())
    .option('--password-stdin', 'take the password from the first line of standard input and print none', false)
    .action(async (username: string, options: UserOptions, command: Command) =>
      createUserOf(username, options, findService(command.optsWithGlobals<ServerOptions>()).databaseUrl),
    )
}
