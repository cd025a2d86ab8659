import { expect, test } from 'vitest'
import { z } from 'zod'
import { ProblemError } from '#api/problem-error.ts'
import { errorsAtFields, errorsOfField, errorsOfRules } from '#ui/form/form-errors.ts'

const fields = [{ name: 'nickName' }, { name: 'leakageRate', factor: 0.01 }]
const unsaid = () => 'said by the form'
const refused = (...errors: { path: string; code: string; details?: { limit: number }; message: string }[]) =>
  new ProblemError('request-invalid', 400, { errors })

test('a field says the rule that the server found broken, in the reader’s words and not the server’s', () => {
  const error = refused({ path: 'nickName', code: 'characters-max', details: { limit: 20 }, message: 'Au plus 20 caractères' })
  expect(errorsAtFields(error, fields, unsaid)).toEqual({ nickName: 'At most 20 characters' })
  expect(error.isShown).toBe(true)
})

test('of two rules that one field breaks, the first is said', () => {
  const first = { path: 'nickName', code: 'required', message: '' }
  expect(errorsAtFields(refused(first, { path: 'nickName', code: 'form', message: '' }), fields, unsaid)).toEqual({
    nickName: 'Fill in this field',
  })
})

test('a bound is said in the unit that is typed', () => {
  const error = refused({ path: 'leakageRate', code: 'maximum', details: { limit: 1 }, message: '' })
  expect(errorsAtFields(error, fields, unsaid)).toEqual({ leakageRate: 'At most 100' })
})

test('an error about no field of the form is left to the form', () => {
  const error = refused({ path: 'uuid', code: 'required', message: '' })
  expect(errorsAtFields(error, fields, unsaid)).toEqual({})
  expect(error.isShown).toBe(false)
})

test('a taken name is reported at its field', () =>
  expect(errorsAtFields(new ProblemError('user-name-taken', 409, null), [{ name: 'userName' }], () => 'taken')).toEqual({
    userName: 'taken',
  }))

test('the error of a rule between two fields is shown at the field that the rule names', () => {
  const schema = z
    .object({ from: z.int(), to: z.int() })
    .refine(({ from, to }) => from < to, { error: 'The window must end after it starts', path: ['to'] })
  const { error } = schema.safeParse({ from: 4, to: 2 })
  expect(errorsOfRules(error!, [{ name: 'from' }, { name: 'to' }])).toEqual({ to: 'The window must end after it starts' })
})

test('in a table that is typed row by row, each error is shown below its cell', () => {
  const steps = { name: 'steps', columns: [{ name: 'end', label: 'To' }] }
  const schema = z.array(z.object({ end: z.int().max(10) })).min(1)
  expect(errorsOfField(steps, schema, [{ end: 1 }, {}, { end: 11 }])).toEqual({
    'steps.1.end': 'Fill in this field',
    'steps.2.end': 'At most 10',
  })
  expect(errorsOfField(steps, schema, [])).toEqual({ steps: 'Fill in this field' })
  const error = refused({ path: 'steps.0.end', code: 'maximum', details: { limit: 10 }, message: '' })
  expect(errorsAtFields(error, [steps], unsaid)).toEqual({ 'steps.0.end': 'At most 10' })
})

test('a refusal that names a row of such a table is shown below its cell', () => {
  const steps = { name: 'steps', columns: [{ name: 'startVolume', label: 'From' }] }
  const gap = new ProblemError('price-step-gap', 400, { details: { step: 2 } })
  expect(errorsAtFields(gap, [steps], () => 'starts too late')).toEqual({ 'steps.1.startVolume': 'starts too late' })
  expect(errorsAtFields(gap, fields, unsaid)).toEqual({})
})
