import { z } from 'zod'
import { text, verbatim } from '../shared/text.ts'
import { TenantCode, TimeZone } from '../shared/values.ts'
import { MapSettings } from './map-settings.ts'

/** User name, e-mail or telephone; a tenant that is given is checked. For machines: the password travels as it is, inside TLS. */
export const SignIn = z.object({
  tenant: TenantCode.optional(),
  username: text(100).min(1),
  password: verbatim(128).min(1),
  /** A captcha of `/prod-api/auth/code?demanded=true` and its answer, after a refusal with `captcha-needed`. */
  uuid: z.uuid().optional(),
  code: verbatim(20).optional(),
})

export const Session = z.object({
  tenant: TenantCode,
  tenantName: z.string(),
  timeZone: TimeZone,
  username: z.string(),
  roles: z.array(z.string()),
  /** `*:*:*` among them is everything that the tenant may have. */
  permissions: z.array(z.string()),
  themeColour: z.string(),
  map: MapSettings,
  mapCentre: z.object({ longitude: z.number(), latitude: z.number(), zoom: z.number() }),
})
export type Session = z.infer<typeof Session>

export const SignedIn = z.object({ token: z.string(), expiresIn: z.int(), session: Session })
export type SignedIn = z.infer<typeof SignedIn>
