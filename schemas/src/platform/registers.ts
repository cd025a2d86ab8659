import { notices } from './notice.ts'

/** The registers of the back office: each gives the endpoints of a list, one row, making, changing, removing and a spreadsheet. */
export const registers = { notices }
