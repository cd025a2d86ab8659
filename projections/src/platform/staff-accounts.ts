import type { Rejection } from '@nightflow/schemas/shared/rejections'
import { hashPassword } from './password.ts'
import type { Queryable } from './platform-tables.ts'
import { takenName } from './taken-name.ts'

/** What an administrator writes about somebody. */
export type StaffData = {
  nickName: string
  deptId: number | null
  email: string | null
  areaCode: string | null
  phonenumber: string | null
  sex: string
  language: string | null
  status: string
  remark: string | null
}

const valuesOf = ({ nickName, deptId, email, areaCode, phonenumber, sex, language, status, remark }: StaffData): unknown[] => [
  nickName,
  deptId,
  email,
  areaCode,
  phonenumber,
  sex,
  language,
  status,
  remark,
]

/** A new user of the request's tenant, with a password that opens nothing but the way to another one. */
export const insertStaff = async (
  database: Queryable,
  data: StaffData & { userName: string },
  password: string,
  by: string,
): Promise<number | Rejection> => {
  return insertStaffWithHash(database, data, await hashPassword(password), by)
}

/** The same for many who start with one password, so that its hash is computed once. */
export const insertStaffWithHash = async (
  database: Queryable,
  data: StaffData & { userName: string },
  hash: string,
  by: string,
): Promise<number | Rejection> => {
  try {
    const { rows } = await database.query<{ user_id: string }>(
      `insert into platform.users (nick_name, dept_id, email, area_code, phonenumber, sex, language, status, remark,
         tenant, username, password_hash, initial_password_hash, must_change_password, create_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, current_setting('nightflow.tenant'), $10, $11, $11, true, $12) returning user_id`,
      [...valuesOf(data), data.userName, hash, by],
    )
    return Number(rows[0]!.user_id)
  } catch (error) {
    return takenName(error)
  }
}

/** False when there is no such user. */
export const changeStaff = async (database: Queryable, userId: number, data: StaffData, by: string): Promise<boolean | Rejection> => {
  try {
    const { rows } = await database.query(
      `update platform.users set nick_name = $1, dept_id = $2, email = $3, area_code = $4, phonenumber = $5, sex = $6, language = $7,
         status = $8, remark = $9, update_by = $11, update_time = now()
       where user_id = $10 returning user_id`,
      [...valuesOf(data), userId, by],
    )
    return rows.length > 0
  } catch (error) {
    return takenName(error)
  }
}
