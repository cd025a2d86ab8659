import type { Pool } from 'pg'

type Order = { tenant: string; orderId: string }

/** A text for each order, by tenant and identifier, that is another one once the order, its receipt or its token has changed. */
export const payOrderMarkers = async (pool: Pool, orders: readonly Order[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ tenant: string; orderId: string; marker: string }>(
    `select wanted.tenant, wanted.order_id as "orderId",
       concat_ws('/', status, received_minor, platform_reference, pay_address, pay_time, payment_id,
         (select payment_no from views.payments where payments.tenant = ordered.tenant and payments.payment_id = ordered.payment_id),
         (select concat(digits, reason_code) from views.sts_tokens sold
          where sold.tenant = ordered.tenant and sold.meter_no = ordered.meter_no and sold.request_id = ordered.payment_id)) as marker
     from unnest($1::text[], $2::uuid[]) as wanted(tenant, order_id)
     join views.payment_orders ordered on ordered.tenant = wanted.tenant and ordered.order_id = wanted.order_id`,
    [orders.map(({ tenant }) => tenant), orders.map(({ orderId }) => orderId)],
  )
  return new Map(rows.map(({ tenant, orderId, marker }) => [`${tenant} ${orderId}`, marker]))
}
