import type { z } from 'zod'
import { users } from './staff-user.ts'

/** A member of staff as lists show them. */
export const StaffRow = users.row
export type StaffRow = z.infer<typeof StaffRow>
