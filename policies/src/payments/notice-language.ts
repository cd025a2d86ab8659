import { withTenant } from '@nightflow/event-log/postgres/database'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import type { Language } from '@nightflow/schemas/shared/language'
import type { Pool } from 'pg'

/** The language in which a utility writes to people, as it is set for messages about leaks. */
export const noticeLanguage = async (pool: Pool, tenant: string): Promise<Language> =>
  (await withTenant(pool, tenant, readHealthSettings)).settings.messageLanguage
