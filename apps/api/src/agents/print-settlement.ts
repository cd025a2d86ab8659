import { storeOf } from '@nightflow/platform/storage/resource-table'
import { settlementReceipt } from '@nightflow/schemas/agents/agent-papers'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { namePeople } from '../http/name-people.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { document } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'

const store = storeOf(resources.agentSettlements)

const print = async (
  { settlementNo, language: wanted }: RequestOf<typeof settlementReceipt>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const found = await context.read((database) => store.find(database, settlementNo))
  if (!found) return rejected('not-found')
  const settlement = await namePeople(resources.agentSettlements.row, found, context)
  const language = wanted ?? context.language
  const bytes = await papersOf(context).settlement({ issuer: await issuerOf(context), language }, settlement)
  return { fileName: `agent-${found.userId}-${found.settlementNumber}.pdf`, mediaType: pdfMediaType, bytes }
}

export const printSettlementRoute = document(settlementReceipt, print)
