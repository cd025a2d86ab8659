import { z } from 'zod'

export const AccountStatus = z.enum({ active: '0', frozen: '1', cancelled: '2' })
export type AccountStatus = z.infer<typeof AccountStatus>
