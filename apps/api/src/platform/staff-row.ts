import type { Staff } from '@nightflow/platform/people/staff'
import { nameOfRole } from '@nightflow/schemas/platform/built-in-roles'
import type { StaffRow } from '@nightflow/schemas/platform/staff-row'
import type { Language } from '@nightflow/schemas/shared/language'

/** A member of staff in the reader's language. */
export const staffRowOf = ({ roles, ...staff }: Staff, language: Language): StaffRow => ({
  ...staff,
  dept: staff.deptId === null ? null : { deptId: staff.deptId, deptName: staff.deptName ?? '' },
  roleNames: roles.map((role) => nameOfRole(role, language)),
})
