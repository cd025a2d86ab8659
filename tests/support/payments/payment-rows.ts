/** A row of each table of payments that belongs to the tenant `north`, with this mark in its texts. `idOf` runs an insert and returns what it returns. */
export const paymentRowsOf = async (idOf: (statement: string) => Promise<string>, mark: string) => {
  const platformId = await idOf(
    `insert into platform.payment_platforms (tenant, platform_name, platform_type, application_type, currency_unit, base_address, related_info)
     values ('north', '${mark}', '1', '0', 'CNY', 'https://${mark}.example', '${mark}') returning platform_id`,
  )
  const associationId = await idOf(
    `insert into platform.platform_associations (tenant, tenant_platform_name, platform_id, third_party_callback_address, system_callback_address)
     values ('north', '${mark}', ${platformId}, 'https://${mark}.example', 'https://${mark}.example') returning association_id`,
  )
  const endpointId = await idOf(
    `insert into platform.webhook_endpoints (tenant, endpoint_name, address, topics)
     values ('north', '${mark}', 'https://${mark}.example', '["order"]') returning endpoint_id`,
  )
  const deliveryId = await idOf(
    `insert into platform.webhook_deliveries (tenant, endpoint_id, endpoint_name, topic, event_type, event_id, body)
     values ('north', ${endpointId}, '${mark}', 'order', 'order.paid', gen_random_uuid(), '${mark}') returning delivery_id`,
  )
  const attemptId = await idOf(
    `insert into platform.pay_attempts (tenant, account_no, network, outcome, attempt_time)
     values ('north', '${mark}', '192.0.2.9', '1', now()) returning attempt_id`,
  )
  const accessId = await idOf(
    `insert into platform.third_party_accesses (tenant, access_name, limit_minor, day_limit_minor)
     values ('north', '${mark}', 100, 100) returning access_id`,
  )
  const recordId = await idOf(
    `insert into platform.third_party_recharges (tenant, access_id, access_name, reference, recharge_id, account_no, amount_minor, day)
     values ('north', ${accessId}, '${mark}', '${mark}', gen_random_uuid(), '${mark}', 100, '2026-01-01') returning record_id`,
  )
  const pullId = await idOf(
    `insert into platform.payment_report_pulls (tenant, association_id, platform_name, day) values ('north', ${associationId}, '${mark}', '2026-01-01')
     returning pull_id`,
  )
  return { pullId, platformId, associationId, endpointId, deliveryId, attemptId, accessId, recordId }
}
