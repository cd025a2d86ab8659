import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { permissionsOfRole, Role } from '@nightflow/schemas/shared/permissions'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { TenantCode } from '@nightflow/schemas/shared/values'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from './asked.ts'
import { ProblemError } from './problem.ts'

const Claims = z.object({ tenant: TenantCode, username: z.string().min(1).max(64), role: Role })

/** The caller, from the bearer token alone. Throws `not-signed-in`. */
export const authenticate = async (request: FastifyRequest): Promise<Caller> => {
  try {
    return Claims.parse(await request.jwtVerify())
  } catch {
    throw new ProblemError(rejected('not-signed-in'), {
      detail: request.headers.authorization
        ? 'The token is expired or not one of this service. Sign in again.'
        : 'Send Authorization: Bearer <token>.',
    })
  }
}

/** Refuses by default: only a role that holds the endpoint's permission goes on. Throws `permission-missing`. */
export const authorize = ({ permission }: Endpoint, { role }: Caller): void => {
  if (permission === 'public' || permission === 'signed-in') return
  if (permissionsOfRole[role].includes(permission)) return
  throw new ProblemError(rejected('permission-missing', { permission }), { detail: `The role ${role} lacks ${permission}.` })
}
