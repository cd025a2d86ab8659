import { NoticeStatus, type NoticeType } from '@nightflow/schemas/platform/notice'
import type { Queryable } from '../storage/platform-tables.ts'

export type NoticeOnTop = { noticeId: number; noticeTitle: string; noticeType: NoticeType; createTime: string; isRead: boolean }

/** The newest notices in use that the connection's tenant sees, and how many in use the person has not read. */
export const listTopNotices = async (
  database: Queryable,
  { userId, limit }: { userId: number; limit: number },
): Promise<{ notices: NoticeOnTop[]; unread: number }> => {
  const { rows } = await database.query<
    Omit<NoticeOnTop, 'noticeId' | 'createTime'> & { noticeId: string; createTime: Date; unread: number }
  >(
    `select notice_id as "noticeId", notice_title as "noticeTitle", notice_type as "noticeType", create_time as "createTime",
       read.notice_id is not null as "isRead", (count(*) filter (where read.notice_id is null) over ())::int as unread
     from platform.notices left join (select notice_id from platform.notice_reads where user_id = $1) as read using (notice_id)
     where status = '${NoticeStatus.enum.published}' order by notice_id desc limit $2`,
    [userId, limit],
  )
  const notices = rows.map(({ unread: _, ...row }) => ({
    ...row,
    noticeId: Number(row.noticeId),
    createTime: row.createTime.toISOString(),
  }))
  return { notices, unread: rows[0]?.unread ?? 0 }
}

/** Marks notices that the person sees as read; others are ignored. */
export const markNoticesRead = async (
  database: Queryable,
  { tenant, userId, noticeIds }: { tenant: string; userId: number; noticeIds: readonly number[] },
): Promise<void> => {
  await database.query(
    `insert into platform.notice_reads (tenant, notice_id, user_id)
     select $1, notice_id, $2 from platform.notices where notice_id = any($3::bigint[]) on conflict do nothing`,
    [tenant, userId, noticeIds],
  )
}

export type NoticeReader = {
  userId: number
  userName: string
  nickName: string | null
  deptName: string | null
  phonenumber: string | null
  readTime: string
}

type WhoRead = { noticeId: number; searchValue?: string | undefined; pageNum: number; pageSize: number }

/** Staff of the connection's tenant who have read a notice, the last first. */
export const listNoticeReaders = async (
  database: Queryable,
  { noticeId, searchValue = '', pageNum, pageSize }: WhoRead,
): Promise<{ rows: NoticeReader[]; total: number }> => {
  const { rows } = await database.query<Omit<NoticeReader, 'userId' | 'readTime'> & { userId: string; readTime: Date; total: number }>(
    `select u.user_id as "userId", username as "userName", nick_name as "nickName", dept_name as "deptName", phonenumber,
       read_at as "readTime", (count(*) over ())::int as total
     from platform.notice_reads r join platform.users u using (tenant, user_id)
     left join platform.departments d on d.tenant = u.tenant and d.dept_id = u.dept_id
     where notice_id = $1 and position(lower($2) in lower(username || ' ' || coalesce(nick_name, ''))) > 0
     order by read_at desc, u.user_id limit $3 offset $4`,
    [noticeId, searchValue, pageSize, (pageNum - 1) * pageSize],
  )
  const readers = rows.map(({ total: _, ...row }) => ({ ...row, userId: Number(row.userId), readTime: row.readTime.toISOString() }))
  return { rows: readers, total: rows[0]?.total ?? 0 }
}
