import { createHmac } from 'node:crypto'
import type { RequestContext } from '../http/request-context.ts'

/**
 * The signature of what an operation writes. It is recorded with the operation and compared when the card is read, so that it stays good when the service
 * gets another key. The key is derived for this purpose alone.
 */
export const signatureOf = (
  { tokenSecret, caller: { tenant } }: RequestContext,
  { operationId, accountNo, cardNo }: { operationId: string; accountNo: string; cardNo: string },
  litres: number,
): string =>
  createHmac('sha256', createHmac('sha256', tokenSecret).update('card').digest())
    .update(JSON.stringify([tenant, operationId, accountNo, cardNo, litres]))
    .digest('hex')
    .slice(0, 32)
