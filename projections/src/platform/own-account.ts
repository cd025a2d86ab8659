import type { Language } from '@nightflow/schemas/shared/language'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from './platform-tables.ts'
import { takenName } from './taken-name.ts'

/** What people change about themselves; absent stays as it is. Refused when the e-mail or telephone is somebody else's. */
export const changeOwnData = async (
  database: Queryable,
  userId: number,
  data: {
    nickName?: string | undefined
    email?: string | undefined
    areaCode?: string | undefined
    phonenumber?: string | undefined
    sex?: '0' | '1' | '2' | undefined
    introduction?: string | undefined
    language?: Language | undefined
  },
): Promise<Rejection | undefined> => {
  const { nickName, email, areaCode, phonenumber, sex, introduction, language } = data
  try {
    await database.query(
      `update platform.users set nick_name = coalesce($2, nick_name), email = coalesce($3, email), area_code = coalesce($4, area_code),
         phonenumber = coalesce($5, phonenumber), sex = coalesce($6, sex), introduction = coalesce($7, introduction),
         language = coalesce($8, language), update_time = now()
       where user_id = $1`,
      [userId, nickName, email, areaCode, phonenumber, sex, introduction, language],
    )
    return undefined
  } catch (error) {
    return takenName(error)
  }
}

/** Gives somebody another picture; answers the file of the one before. */
export const replaceAvatar = async (database: Queryable, userId: number, fileId: string): Promise<string | null> => {
  const { rows } = await database.query<{ before: string | null }>(
    `update platform.users u set avatar_file = $2 from (select user_id, avatar_file from platform.users where user_id = $1 for update) was
     where u.user_id = was.user_id returning was.avatar_file as before`,
    [userId, fileId],
  )
  return rows[0]?.before ?? null
}
