import { OrderStatus } from '@nightflow/schemas/payments/payment-order'
import { TokenStatus } from '@nightflow/schemas/prepaid/token'
import type { PoolClient } from 'pg'

/** The contract of the present holder of an account, and how the account is billed. */
export const payerOfAccount = async (
  database: PoolClient,
  accountNo: string,
): Promise<{ contractNo: number; businessMode: string } | undefined> => {
  const { rows } = await database.query<{ contractNo: number; businessMode: string }>(
    `select jsonb_array_length(holders) as "contractNo", settings->>'businessMode' as "businessMode" from views.accounts where account_no = $1`,
    [accountNo],
  )
  return rows[0]
}

/** Identifiers of the orders of an account from the page that wait for money, of the last hour: no person of the utility made them. */
export const openOrdersOnPage = async (database: PoolClient, accountNo: string): Promise<string[]> => {
  const { rows } = await database.query<{ orderId: string }>(
    `select order_id as "orderId" from views.payment_orders
     where account_no = $1 and status = '${OrderStatus.enum.unpaid}' and create_by is null and create_time > now() - interval '1 hour' limit 100`,
    [accountNo],
  )
  return rows.map(({ orderId }) => orderId)
}

type OrderRow = {
  orderId: string
  accountNo: string
  orderNumber: string
  platformName: string
  currency: string
  status: OrderStatus
  orderMinor: number
  feeMinor: number
  receivedMinor: number
  createTime: string
  payTime: string | null
  payAddress: string | null
  isAccepted: boolean
  paymentId: string | null
  meterNo: string | null
}

/** An order by the identifier that its payer has. */
export const orderOfPayer = async (database: PoolClient, orderId: string): Promise<OrderRow | undefined> => {
  const { rows } = await database.query<OrderRow>(
    `select order_id as "orderId", account_no as "accountNo", order_number as "orderNumber", platform_name as "platformName", currency, status,
       order_minor::float8 as "orderMinor", fee_minor::float8 as "feeMinor", received_minor::float8 as "receivedMinor",
       to_char(create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createTime",
       to_char(pay_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "payTime", pay_address as "payAddress",
       platform_reference is not null as "isAccepted", payment_id as "paymentId", meter_no as "meterNo"
     from views.payment_orders where order_id = $1`,
    [orderId],
  )
  return rows[0]
}

type Receipt = {
  paymentNo: number
  restMinor: number
  billsMinor: number
  lines: { name: string; amountMinor: number }[]
}

/** The use of the money of an order, once it is a payment of the account. */
export const receiptOfPayer = async (database: PoolClient, accountNo: string, paymentId: string): Promise<Receipt | undefined> => {
  const { rows } = await database.query<Receipt>(
    `select payment_no::float8 as "paymentNo", rest_minor::float8 as "restMinor",
       (select coalesce(sum((each->>'amountMinor')::bigint), 0)::float8 from jsonb_array_elements(allocations) each) as "billsMinor",
       (select coalesce(jsonb_agg(jsonb_build_object('name', each->>'name', 'amountMinor', (each->>'amountMinor')::bigint)), '[]')
        from jsonb_array_elements(deductions) each) as lines
     from views.payments where account_no = $1 and payment_id = $2`,
    [accountNo, paymentId],
  )
  return rows[0]
}

/** Did an order buy a token that was not given back? Until its sale has ended it may. */
export const isTokenOutOf = async (database: PoolClient, orderNo: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from views.payment_orders ordered where order_no = $1 and meter_no is not null and payment_id is not null
       and not exists (select from views.sts_tokens sold where sold.meter_no = ordered.meter_no and sold.request_id = ordered.payment_id
         and sold.status in ('${TokenStatus.enum.failed}', '${TokenStatus.enum.returned}'))`,
    [orderNo],
  )
  return rowCount === 1
}

type PaidToken = { digits: string[]; litres: number; hasFailed: boolean }

/** The tokens of an order; undefined before their sale has begun. */
export const tokenOfPayer = async (database: PoolClient, meterNo: string, requestId: string): Promise<PaidToken | undefined> => {
  const { rows } = await database.query<{ digits: string; litres: number; reasonCode: string }>(
    `select digits, litres::float8 as litres, reason_code as "reasonCode" from views.sts_tokens where meter_no = $1 and request_id = $2`,
    [meterNo, requestId],
  )
  const [found] = rows
  return found && { digits: found.digits === '' ? [] : found.digits.split(' '), litres: found.litres, hasFailed: found.reasonCode !== '' }
}
