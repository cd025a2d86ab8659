import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'
import { repository } from './source-files.ts'

/** A command more on an existing entity touches at most this many files; four of them are texts. */
const filesMax = 9

let copy: RepositoryCopy
beforeAll(async () => {
  copy = await copyRepository(repository)
  addWords()
  addRules()
  copy.insert(
    'projections/src/alarms/alarms.ts',
    "    'alarms.AlarmProcessed': (alarm, event) => answered",
    "    'alarms.AlarmPostponed': (alarm, event) => answered(alarm, '1', event),\n",
  )
  copy.insert(
    'projections/src/alarms/alarms.ts',
    "      'alarms.AlarmProcessed': { step",
    "      'alarms.AlarmPostponed': { step: 'postponed' },\n",
  )
  copy.edit('projections/src/alarms/alarms.ts', "type Answer = EventAt<'alarms", "type Answer = EventAt<'alarms.AlarmPostponed' | 'alarms")
  for (const language of ['en', 'fr', 'id', 'zh-CN']) addTexts(`apps/web/locales/${language}/alarms.json`)
  copy.insert(
    'tests/integration/alarms/alarms.test.ts',
    "describe('the bell', () => {",
    `test('an alarm is postponed', async () => {
  const { alarmProcessedId } = await alarmOf('new1')
  const answer = await running.ask('north', { method: 'PUT', url: \`\${path}/postpone/\${alarmProcessedId}\`, payload: {} })
  expect(answer.json()).toMatchObject({ code: 200 })
})

`,
  )
  copy.edit('tests/integration/alarms/alarms.test.ts', 'describe, expect, it }', 'describe, expect, it, test }')
  await copy.tool('biome', 'format', '--write', ...copy.touched())
})
afterAll(() => copy?.remove())

const addWords = (): void => {
  const file = 'schemas/src/alarms/alarm-lifecycle.ts'
  copy.insert(
    file,
    'const AlarmRaised = z.object({',
    `export const PostponeAlarm = onAlarm('PostponeAlarm')
export type PostponeAlarm = z.infer<typeof PostponeAlarm>

`,
  )
  copy.insert(
    file,
    "  'alarms.AlarmProcessed': { version: 1, data: answered },",
    "  'alarms.AlarmPostponed': { version: 1, data: answered },\n",
  )
  copy.insert(
    file,
    'export const isOpenAlarm',
    `export const postponeAlarm = endpoint({ ...answering('Postpone alarms', 'postpone'), request: z.object(answeredRows) })

`,
  )
  copy.insert(
    file,
    "  { name: 'ignore'",
    `  { name: 'postpone', endpoint: postponeAlarm, command: PostponeAlarm, icon: 'lock', isOffered: isOpenAlarm, isForMany: true },
`,
  )
}

const addRules = (): void => {
  const file = 'domain/src/alarms/alarm-decider.ts'
  copy.edit(file, 'IgnoreAlarm, RaiseAlarm', 'IgnoreAlarm, PostponeAlarm, RaiseAlarm')
  copy.edit(file, 'FinishAlarm | IgnoreAlarm', 'FinishAlarm | PostponeAlarm | IgnoreAlarm')
  copy.edit(file, "| 'alarms.AlarmProcessed' |", "| 'alarms.AlarmPostponed' | 'alarms.AlarmProcessed' |")
  copy.edit(file, 'FinishAlarm: finish,', 'FinishAlarm: finish, PostponeAlarm: postpone,')
  copy.insert(file, "    case 'alarms.AlarmProcessed':", "    case 'alarms.AlarmPostponed':\n")
  copy.edit(
    file,
    "    case 'alarms.AlarmPostponed':\n",
    "    case 'alarms.AlarmPostponed':\n      return { ...alarm, status: 'processing' }\n",
  )
  copy.insert(
    file,
    'function ignore(',
    `function postpone(command: PostponeAlarm, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection {
  return answer(command, alarm, 'processing') ?? [{ type: 'alarms.AlarmPostponed', data: answerOf(command, context) }]
}

`,
  )
  copy.insert(
    'domain/src/alarms/alarm-decider.test.ts',
    "  test('an alarm may be processed at once'",
    `  test('an alarm is postponed', () =>
    given([raised])
      .when({ type: 'PostponeAlarm', ...first })
      .then([answered('alarms.AlarmPostponed')]))
`,
  )
}

const addTexts = (path: string): void => {
  copy.edit(
    path,
    '      "ignore": {',
    `      "postpone": { "short": "Later", "one": "Later: {{name}}", "many_other": "Later: {{count}}", "text": "Later." },
      "ignore": {`,
  )
  copy.edit(path, '      "ignored":', '      "postponed": "{{by}}: later.",\n      "ignored":')
}

test('a new command on an existing entity touches at most nine files', () => {
  expect(copy.touched().length, copy.touched().join('\n')).toBeLessThanOrEqual(filesMax)
})

test('and with these files alone lint, types and import rules pass', { timeout: 300_000 }, async () => {
  const changed = copy.touched()
  expect(await copy.tool('biome', 'check', '--error-on-warnings', ...changed)).toBe('')
  const [types, typesOfWeb, rules] = await Promise.all([
    copy.tool('tsc', '--noEmit', '-p', 'tsconfig.json'),
    copy.tool('tsc', '--noEmit', '-p', 'apps/web/tsconfig.json'),
    copy.tool('depcruise', '--config', '.dependency-cruiser.cjs', 'schemas/src/alarms', 'domain/src/alarms', 'projections/src/alarms'),
  ])
  expect(types).toBe('')
  expect(typesOfWeb).toBe('')
  expect(rules).toBe('')
})
