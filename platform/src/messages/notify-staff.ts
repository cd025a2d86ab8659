import { NoticeStatus, NoticeType } from '@nightflow/schemas/platform/notice'
import type { Queryable } from '../storage/platform-tables.ts'

const titleMax = 50
const { announcement } = NoticeType.enum
const { published } = NoticeStatus.enum

/** A notice of the service to the staff of a tenant. The same open title is one notice, however often its cause repeats. */
export const notifyStaff = async (
  database: Queryable,
  { tenant, title, content }: { tenant: string; title: string; content: string },
): Promise<void> => {
  await database.query(
    `insert into platform.notices (tenant, notice_title, notice_type, notice_content)
     select $1, $2, '${announcement}', $3 where not exists (select from platform.notices where tenant = $1 and notice_title = $2 and status = '${published}')`,
    [tenant, title.slice(0, titleMax), content],
  )
}
