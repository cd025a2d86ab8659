import { systemCardDecider } from '@nightflow/domain/cards/system-card-decider'
import { accountOfCard } from '@nightflow/projections/cards/cards'
import { SystemOperation as Operations, type SystemOperation } from '@nightflow/schemas/cards/card'
import { reportSystemCard, writeSystemCard } from '@nightflow/schemas/cards/card-calls'
import { blankImage, type CardImage, CardKind } from '@nightflow/schemas/cards/card-image'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'

const operations = Operations.enum
const kindOf = (operation: SystemOperation) => (operation === operations.cumulative ? CardKind.enum.cumulative : CardKind.enum.blank)

/** A card with money on it, or of another utility, is no system card. */
const refuse = async (
  { image, operation }: { image: CardImage; operation: SystemOperation },
  context: RequestContext,
): Promise<Rejection | undefined> => {
  const accountNo = await context.read((database) => accountOfCard(database, image.cardNo))
  if (accountNo !== undefined) return rejected('card-in-use', { accountNo })
  if (image.systemNo !== '' && image.systemNo !== context.caller.tenant) return rejected('card-invalid')
  if (operation === operations.configure && image.kind !== CardKind.enum.blank) return rejected('card-not-configured')
  const isConfigured = image.kind === CardKind.enum.blank && image.systemNo === context.caller.tenant
  return operation === operations.cumulative && !isConfigured ? rejected('card-not-configured') : undefined
}

const write = async ({ operationId, operation, image }: RequestOf<typeof writeSystemCard>, context: RequestContext) => {
  const refused = await refuse({ image, operation }, context)
  if (refused) return refused
  const systemNo = operation === operations.reset ? '' : context.caller.tenant
  return { response: { operationId, image: { ...blankImage(image.cardNo, image.technology, systemNo), kind: kindOf(operation) } } }
}

const report = async ({ operationId, operation, image }: RequestOf<typeof reportSystemCard>, context: RequestContext) => {
  const { cardNo, technology } = image
  const systemNo = operation === operations.reset ? '' : context.caller.tenant
  const recorded = { cardNo, operationId, technology, systemNo, operation, kind: kindOf(operation) }
  const decided = await decide(context, systemCardDecider, { type: 'RecordSystemCard', ...recorded }, () => undefined)
  return isRejection(decided) ? decided : { response: {}, position: decided.position, after: recorded }
}

export const systemCardRoutes: readonly Route[] = [command(writeSystemCard, write), command(reportSystemCard, report)]
