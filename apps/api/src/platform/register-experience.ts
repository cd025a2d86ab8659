import { randomInt } from 'node:crypto'
import { recordOperation } from '@nightflow/platform/operations/operation-log'
import { departmentStore } from '@nightflow/platform/people/organisation-trees'
import { giveFirstRole } from '@nightflow/platform/people/user-roles'
import { insertStaff, settleUserTypes } from '@nightflow/platform/people/users'
import { randomPassword } from '@nightflow/platform/rules/random-password'
import { findParameter } from '@nightflow/platform/settings/configuration'
import { findAccount } from '@nightflow/platform/sign-in/accounts'
import { checkCode, useCode } from '@nightflow/platform/sign-in/challenges'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { createTenant, findTenant } from '@nightflow/platform/tenants/tenants'
import { Sex } from '@nightflow/schemas/platform/account-rules'
import { departments } from '@nightflow/schemas/platform/department'
import { registerExperience as endpoint } from '@nightflow/schemas/platform/registration-calls'
import type { TenantSettings } from '@nightflow/schemas/platform/tenant'
import { actorOfPerson } from '@nightflow/schemas/shared/actors'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { InUse } from '@nightflow/schemas/shared/lists'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { Visit } from '../http/request-context.ts'
import { registrationSubject } from './verification-codes.ts'

type Wanted = RequestOf<typeof endpoint>
type Opened = ResponseOf<typeof endpoint>

/** Where a telephone is at home, as far as a trial starts with it; its administrator changes it. */
const homes: Record<string, { timeZone: string; settings: Partial<TenantSettings> }> = {
  '86': { timeZone: 'Asia/Shanghai', settings: { country: 'CN', currencyUnit: 'CNY' } },
  '62': { timeZone: 'Asia/Jakarta', settings: { country: 'ID', currencyUnit: 'IDR' } },
  '33': { timeZone: 'Europe/Paris', settings: { country: 'FR', currencyUnit: 'EUR' } },
  '44': { timeZone: 'Europe/London', settings: { country: 'GB', currencyUnit: 'GBP' } },
}
const elsewhere = { timeZone: 'UTC', settings: {} }

/**
 * A trial tenant for a person who proves by a code that the telephone is theirs. The code comes before the telephone: whether a number is registered
 * is its owner's business alone. Sample data follow by themselves.
 */
export const registerExperience = async (wanted: Wanted, { pool, address }: Visit): Promise<Opened | Rejection> => {
  if ((await findParameter(pool, platformTenant, 'sys.account.registerUser')) === 'false') return rejected('registration-closed')
  const { areaCode, phonenumber, uuid, code } = wanted
  const right = await checkCode(pool, uuid, code)
  if (right?.subject !== registrationSubject(areaCode, phonenumber)) return rejected('verification-code-wrong')
  if (await findAccount(pool, { name: phonenumber, areaCode })) return rejected('phone-registered')
  if (!(await useCode(pool, uuid))) return rejected('verification-code-wrong')
  const opened = await inTransaction(pool, (client) => openTrial(client, wanted))
  if (isRejection(opened)) return opened.rejected === 'phone-taken' ? rejected('phone-registered') : opened
  const { companyName, department } = wanted
  await recordOperation(pool, {
    tenant: opened.tenantCode,
    actor: actorOfPerson('user', opened),
    operation: `${endpoint.method} ${endpoint.path}`,
    subject: { companyName, department, areaCode },
    outcome: 'accepted',
    address,
  })
  const { tenantCode, username, initialPassword } = opened
  return { tenantCode, username, initialPassword }
}

/** On the service's own rights: no other role may write the first rows of a tenant. */
const openTrial = async (client: PoolClient, wanted: Wanted): Promise<(Opened & { userId: number }) | Rejection> => {
  const { companyName, name, department, areaCode, phonenumber, language } = wanted
  const word = drawWord()
  const tenantCode = `trial-${word}`
  const username = `trial_${word}`
  if (await findTenant(client, tenantCode)) throw new Error(`the trial ${tenantCode} exists already; another attempt draws another name`)
  await createTenant(client, { code: tenantCode, name: companyName, kind: 'trial', ...(homes[areaCode] ?? elsewhere) })
  await client.query(`select set_config('nightflow.tenant', $1, true)`, [tenantCode])
  const form = departments.form.parse({ deptName: department })
  const deptId = await departmentStore.create(client, form, username)
  if (isRejection(deptId)) return deptId
  const person = {
    userName: username,
    nickName: name,
    deptId,
    email: null,
    areaCode,
    phonenumber,
    sex: Sex.enum.notSpecified,
    language,
    status: InUse.enum.enabled,
    remark: null,
  }
  const initialPassword = randomPassword()
  const userId = await insertStaff(client, person, initialPassword, username)
  if (isRejection(userId)) return userId
  await giveFirstRole(client, { tenant: tenantCode, username, roleKey: 'trial' })
  await settleUserTypes(client, [userId])
  return { tenantCode, username, initialPassword, userId }
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

const drawWord = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
