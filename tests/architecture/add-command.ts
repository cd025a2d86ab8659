import type { RepositoryCopy } from '../support/repository-copy.ts'

/** Writes one command more on an existing entity, as CONTRIBUTING says: an alarm can be postponed. */
export const addCommand = async (copy: RepositoryCopy): Promise<void> => {
  addWords(copy)
  addRules(copy)
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
  for (const language of ['en', 'fr', 'id', 'zh-CN']) addTexts(copy, `apps/web/locales/${language}/alarms.json`)
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
}

const addWords = (copy: RepositoryCopy): void => {
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
    "  {\n    name: 'ignore'",
    `  {
    name: 'postpone',
    endpoint: postponeAlarm,
    command: PostponeAlarm,
    requestId: 'requestId',
    icon: 'lock',
    isOffered: isOpenAlarm,
    isForMany: true,
  },
`,
  )
}

const addRules = (copy: RepositoryCopy): void => {
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

const addTexts = (copy: RepositoryCopy, path: string): void => {
  copy.edit(
    path,
    '      "ignore": {',
    `      "postpone": { "short": "Later", "one": "Later: {{name}}", "many_other": "Later: {{count}}", "text": "Later.", "done": "Later: {{name}}" },
      "ignore": {`,
  )
  copy.edit(path, '      "ignored":', '      "postponed": "{{by}}: later.",\n      "ignored":')
}
