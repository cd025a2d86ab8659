import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ProblemError } from './problem.ts'
import { readBody } from './read-body.ts'

export const jsonBody = async (request: FastifyRequest): Promise<unknown> => {
  const body = await readBody(request)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new ProblemError('request-invalid', `the body is not JSON: ${(error as Error).message.slice(0, 200).toWellFormed()}`)
  }
}

export const expectFit = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code: code ?? 'invalid', message }))
  throw new ProblemError('request-invalid', errors.map((error) => `${error.path}: ${error.message}`).join('; '), { errors })
}
