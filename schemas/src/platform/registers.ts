import { agents } from './agent.ts'
import { carriers } from './carrier.ts'
import { parameters } from './configuration.ts'
import { departments } from './department.ts'
import { dictionaryData, dictionaryTypes } from './dictionary.ts'
import { signIns } from './login-log.ts'
import { menus } from './menu.ts'
import { notices } from './notice.ts'
import { operations } from './operation-log.ts'
import { outbox } from './outbox.ts'
import { regions } from './region.ts'
import { roles } from './role.ts'
import { users } from './staff-user.ts'
import { tenants } from './tenant-register.ts'
import { thirdPartyPlatforms } from './third-party-platform.ts'

/** The registers of the back office: each gives the endpoints of a list, one row, making, changing, removing and a spreadsheet. */
export const registers = {
  notices,
  dictionaryTypes,
  dictionaryData,
  parameters,
  carriers,
  thirdPartyPlatforms,
  operations,
  signIns,
  outbox,
  agents,
  users,
  roles,
  departments,
  regions,
  menus,
  tenants,
}
