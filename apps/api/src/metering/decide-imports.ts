import { findCountedImport, type Import, type Imports, importDecider } from '@nightflow/domain/metering/import-decider'
import type * as metering from '@nightflow/schemas/metering/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { uuidOfVersion7 } from '../http/uuid-of-version-7.ts'

/** Declares an import. The id of the event is that of the import, so that the ingest endpoint finds it in the log by the id alone. */
export const declareImport = async (
  request: RequestOf<typeof metering.declareImport>,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof metering.declareImport>> | Rejection> => {
  const importId = uuidOfVersion7(Date.now())
  let counted: Import | undefined
  const describe = (imports: Imports): Import | null => {
    counted = findCountedImport(imports, request.fingerprint)
    return counted ?? null
  }
  const decided = await decide(context, importDecider, { type: 'DeclareImport', importId, ...request }, describe, { eventId: importId })
  if (isRejection(decided)) return decided
  if (!counted) throw new Error(`import ${importId} was declared and is not there`)
  const { position, before, after } = decided
  const found = counted.declared.importId
  return { response: { importId: found, isNew: found === importId, position }, position, before, after }
}

export const completeImport = (request: RequestOf<typeof metering.completeImport>, context: RequestContext): Promise<Decided | Rejection> =>
  decide(context, importDecider, { type: 'CompleteImport', ...request }, (imports) => imports.get(request.importId) ?? null)

export const withdrawImport = (request: RequestOf<typeof metering.withdrawImport>, context: RequestContext): Promise<Decided | Rejection> =>
  decide(context, importDecider, { type: 'WithdrawImport', ...request }, (imports) => imports.get(request.importId) ?? null)
