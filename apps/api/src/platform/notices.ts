import { listNoticeReaders, listTopNotices, markNoticesRead } from '@nightflow/platform/messages/notice-reads'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { noticesOnTopMax } from '@nightflow/schemas/platform/notice-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'

const { notices } = resourceCalls

/** A token of the command line has no user and reads nothing; an operator's visit marks nothing in the visited tenant. */
const markRead = async (noticeIds: readonly number[], { caller, write }: RequestContext): Promise<Record<string, never>> => {
  const { tenant, homeTenant, userId } = caller
  if (userId !== null && tenant === homeTenant) await write((database) => markNoticesRead(database, { tenant, userId, noticeIds }))
  return {}
}

export const noticeRoutes: readonly Route[] = [
  ask(notices.listTop, async (_, context) => {
    const userId = context.caller.userId ?? 0
    const { notices: data, unread } = await context.read((database) => listTopNotices(database, { userId, limit: noticesOnTopMax }))
    return { data, unreadCount: unread }
  }),
  // Reading a notice is no operation of the tenant, and no row of its log.
  ask(notices.markRead, ({ noticeId }, context) => markRead([noticeId], context)),
  ask(notices.markReadAll, ({ ids }, context) => markRead(ids, context)),
  ask(notices.listReaders, (request, context) => context.read((database) => listNoticeReaders(database, request))),
  ...resourceRoutes(notices, storeOf(resources.notices)),
]
