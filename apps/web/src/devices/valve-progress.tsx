import { Progress, Stack, Text } from '@mantine/core'
import { valveFailureCodes } from '@nightflow/schemas/devices/operate-valve'
import { listOperatedValves } from '@nightflow/schemas/devices/valve-operations'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'

const results = ['sending', 'success', 'fail'] as const
/** A gateway that is heard answers within seconds. */
const refreshMilliseconds = 2_000
/** Failed valves that are named; the list of operations has the rest. */
const failedShown = 10

/** How many valves of one request are under way, confirmed and failed, until none is under way. */
export function ValveProgress({ requestId, requested }: { requestId: string; requested: number }) {
  const { t } = useTranslation('devices')
  const progress = useQuery({
    queryKey: [listOperatedValves.path, 'batch', requestId],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        results.map((result) => call(listOperatedValves, { batchId: requestId, result, pageSize: failedShown }, signal)),
      )
      const [sending, success, fail] = pages.map(({ total }) => total) as [number, number, number]
      return { sending, success, fail, failed: pages[2]!.rows }
    },
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.success + data.fail >= requested ? false : refreshMilliseconds),
  })
  const { sending = requested, success = 0, fail = 0, failed = [] } = progress.data ?? {}
  const share = (count: number) => (count / Math.max(1, requested)) * 100
  return (
    <Stack gap="xs">
      <Text size="sm" role="status" className="nf-figures">
        {t('valveBatches.progress', { requested, sending, success, fail })}
      </Text>
      <Progress.Root size="md" aria-hidden>
        <Progress.Section value={share(success)} color="green" />
        <Progress.Section value={share(fail)} color="red" />
      </Progress.Root>
      {failed.length > 0 && (
        <ul className="nf-findings nf-answered">
          {failed.map(({ operationId, number, failure }) => (
            <li key={operationId}>
              <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
                {number}
              </ScreenLink>
              {failure && `: ${valveFailureCodes.some((code) => code === failure) ? t(`valveFailure.${failure}`) : failure}`}
            </li>
          ))}
        </ul>
      )}
      <ScreenLink screen="devices/valves" className="nf-link nf-small">
        {t('valveBatches.all')}
      </ScreenLink>
    </Stack>
  )
}

/** The commands whose effect is confirmed by the valves one by one. */
export const followedValves = {
  commands: ['openValve', 'closeValve', 'closeInEmergency', 'endEmergency', 'openValves', 'closeValves'],
  Progress: ValveProgress,
}
