import { ImportList, type ImportRow } from '@nightflow/schemas/metering/imports'
import { TenantCode } from '@nightflow/schemas/shared/values'
import { type Command, Option } from 'commander'
import { requestServer } from './shared/call-api.ts'
import { checkedBy } from './shared/checked-by.ts'
import { requireTenant, withDatabase } from './shared/database.ts'
import { issueToken } from './shared/issue-token.ts'
import { printLine } from './shared/print-line.ts'
import { requireServer, type ServerOptions } from './shared/running-server.ts'

const tenantOption = () => new Option('--tenant <code>', 'tenant').argParser(checkedBy(TenantCode)).default('demo')
const rowsPerPage = 500

/** `imports list` and `imports withdraw`. */
export const addImportsCommands = (program: Command): void => {
  const imports = program.command('imports').description('imports of readings: what each brought, and taking it back')
  imports
    .command('list')
    .description('print the imports of a tenant, newest first, one line each')
    .addOption(tenantOption())
    .action(async ({ tenant }: { tenant: string }, command: Command) => {
      const server = await signIn(command.optsWithGlobals<ServerOptions>(), tenant)
      let before = ''
      for (;;) {
        const answer = await requestServer(server, 'GET', `/api/v1/imports?limit=${rowsPerPage}${before}`)
        const { rows } = ImportList.parse(answer)
        for (const row of rows) await printLine(describeImport(row))
        const last = rows.at(-1)
        if (!last || rows.length < rowsPerPage) return
        before = `&before=${last.importId}`
      }
    })
  imports
    .command('withdraw')
    .description('take back the readings of an import; meters and partitions that it created stay')
    .argument('<id>', 'id of the import, as `imports list` prints it')
    .addOption(tenantOption())
    .addOption(new Option('--reason <text>', 'why, for the audit').makeOptionMandatory())
    .action(async (id: string, { tenant, reason }: { tenant: string; reason: string }, command: Command) => {
      const server = await signIn(command.optsWithGlobals<ServerOptions>(), tenant)
      await requestServer(server, 'POST', `/api/v1/imports/${encodeURIComponent(id)}/withdrawal`, { reason })
      await printLine(`Import ${id} is withdrawn. Meters and partitions that it created stay.`)
    })
}

const signIn = async (options: ServerOptions, tenant: string): Promise<{ baseUrl: string; bearer: string }> => {
  const { baseUrl, databaseUrl } = await requireServer(options)
  return withDatabase(databaseUrl, async (pool) => {
    await requireTenant(pool, tenant)
    return { baseUrl, bearer: await issueToken(pool, tenant, 'admin', 1) }
  })
}

const describeImport = ({ importId, declaredAt, state, kind, fileName, settings, readings, rejected, declaredBy, reason }: ImportRow) =>
  [
    importId,
    declaredAt,
    state,
    kind,
    fileName,
    ...(settings === '' ? [] : [`(${settings})`]),
    `${readings} readings`,
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    `by ${declaredBy}`,
    ...(reason === null ? [] : [`withdrawn: ${reason}`]),
  ].join('  ')
