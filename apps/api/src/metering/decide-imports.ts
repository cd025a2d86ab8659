import { findCountedImport, importDecider } from '@nightflow/domain/metering/import-decider'
import * as metering from '@nightflow/schemas/metering/endpoints'
import { commandsOf } from '../http/commands-of.ts'
import type { Route } from '../http/serve.ts'
import { uuidOfVersion7 } from '../http/uuid-of-version-7.ts'

/** The id of the first event is that of the import, so that the ingest endpoint finds it in the log by the id alone. */
const imports = commandsOf(
  importDecider,
  (all, given) => (given.type === 'DeclareImport' ? findCountedImport(all, given.fingerprint) : all.get(given.importId)) ?? null,
  (given) => (given.type === 'DeclareImport' ? { eventId: given.importId } : {}),
)

export const importRoutes: readonly Route[] = [
  imports(metering.declareImport, {
    prepare: async () => ({ importId: uuidOfVersion7(Date.now()) }),
    command: (request, { importId }) => ({ type: 'DeclareImport', importId, ...request }),
    answer: ({ request, found, position, after }) => {
      const counted = findCountedImport(after, request.fingerprint)
      if (!counted) throw new Error(`import ${found.importId} was declared and is not there`)
      const { importId } = counted.declared
      return { importId, isNew: importId === found.importId, position }
    },
  }),
  imports(metering.completeImport, { command: (request) => ({ type: 'CompleteImport', ...request }) }),
  imports(metering.withdrawImport, { command: (request) => ({ type: 'WithdrawImport', ...request }) }),
]
