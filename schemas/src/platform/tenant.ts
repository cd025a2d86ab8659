import { z } from 'zod'

/** What a utility may set for itself. Every part has a default, so that `{}` is a whole setting. */
export const TenantSettings = z.object({
  themeColour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a colour such as #1890ff')
    .default('#1890ff'),
  /** Template of map tiles with {z}/{x}/{y}; null means the map stands on shapes alone. */
  tileUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  mapCentre: z
    .object({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90), zoom: z.number().min(0).max(22) })
    .default({ longitude: 120.11, latitude: 30.27, zoom: 10 }),
  /** ISO 4217. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three capital letters, ISO 4217')
    .default('CNY'),
})
export type TenantSettings = z.output<typeof TenantSettings>
