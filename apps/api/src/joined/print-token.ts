import { storeOf } from '@nightflow/platform/storage/resource-table'
import { tokenReceipt } from '@nightflow/schemas/prepaid/token-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { presentContractOf } from '../billing/account-facts.ts'
import { holderSeenBy } from '../billing/bill-documents.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import type { Route } from '../http/serve.ts'
import { document } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'

const store = storeOf(resources.tokens)

/** The receipt of tokens as they are in the list: printing again makes none. */
export const printToken = async (
  { tokenNo, language: wanted }: RequestOf<typeof tokenReceipt>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const token = await context.read((database) => store.find(database, tokenNo))
  if (!token || token.digits === '') return rejected('not-found')
  const language = wanted ?? context.language
  const { accountNo, meterNo, digits, amountMinor, chargedMinor, litres, roundedUpLitres, createTime: soldAt } = token
  const contractNo = accountNo === null ? 1 : await presentContractOf(context, accountNo)
  const buyer = accountNo === null ? null : await holderSeenBy(context, { accountNo, contractNo })
  const facts = { amountMinor, chargedMinor, litres, roundedUpLitres, soldAt, buyer }
  const issuer = await issuerOf(context)
  const named = { tokenNo, accountNo: accountNo ?? '', meterNo, tokens: digits.split(' ') }
  const bytes = await papersOf(context).token({ issuer, language }, { ...named, ...facts })
  return { fileName: `${meterNo}-${tokenNo}.pdf`, mediaType: pdfMediaType, bytes }
}

export const printTokenRoute: Route = document(tokenReceipt, printToken)
