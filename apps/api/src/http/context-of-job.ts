import type { TakenJob } from '@nightflow/platform/jobs/job-queue'
import { mayStill } from '@nightflow/platform/people/may-still'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { JobCaller } from '@nightflow/schemas/shared/job'
import { callerOf } from './authenticate.ts'
import { readAs } from './context-of-request.ts'
import type { Dependencies, RequestContext, Visit } from './request-context.ts'

/** The part of a request that its job keeps. */
export const jobCallerOf = ({ caller, language, address }: RequestContext): JobCaller => {
  const { username, userId, sessionId, homeTenant, roles, permissions, scope } = caller
  return {
    ...{ username, userId, sessionId, homeTenant, language, address },
    roles: [...roles],
    permissions: [...permissions],
    scope: scope ? { departments: [...scope.departments], regions: [...scope.regions], userId: scope.userId } : null,
  }
}

/** The context of the request that started a job, for the process that runs it. */
export const contextOfJob = (
  dependencies: Dependencies,
  endpoint: Endpoint,
  { tenant, caller: kept }: TakenJob & { caller: JobCaller },
  logger: Visit['logger'],
): RequestContext => {
  const { language, address, scope, ...person } = kept
  const caller = callerOf({ ...person, tenant, mustChangePassword: false, scope: scope ?? undefined })
  const visit: Visit = {
    ...dependencies,
    ...{ address, logger, language, client: '', isEncrypted: true, cookies: '', newCookies: [], isOwnClient: true },
  }
  return {
    ...visit,
    caller,
    isByTimer: true,
    read: readAs(dependencies, caller, endpoint),
    onStored: (work) => work(),
    write: (work) => writeAsTenant(dependencies.pool, tenant, work),
  }
}

/** A job that goes on after its process was lost may come back when its person has lost the right to it. */
export const mayGoOn = async (
  { servicePool }: Dependencies,
  { permission }: Endpoint,
  { tenant, isResumed, caller }: TakenJob & { caller: JobCaller },
): Promise<boolean> => {
  const { userId, homeTenant, sessionId } = caller
  if (!isResumed || userId === null || permission === 'public' || permission === 'signed-in') return true
  return mayStill(servicePool, { userId, tenant, visit: homeTenant === tenant ? null : sessionId }, permission)
}
