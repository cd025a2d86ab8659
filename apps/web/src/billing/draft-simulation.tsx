import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { PriceSchemeStatus, type priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { listSimulations, type PriceSimulation, SimulationScope, startSimulation } from '@nightflow/schemas/billing/price-simulation'
import { downloadFile } from '@nightflow/schemas/shared/import'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconDownload } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { textOfRejection } from '#api/rejection-texts.ts'
import { SimulationFigures } from '#billing/simulation-figures.tsx'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const watchMilliseconds = 700
const isRunning = ({ status }: PriceSimulation): boolean => status === 'running'

const simulationsQuery = (priceSchemeId: number) =>
  queryOptions({
    queryKey: ['price-simulations', priceSchemeId],
    queryFn: ({ signal }) => call(listSimulations, { priceSchemeId, limit: 1 }, signal),
    refetchInterval: (query) => (query.state.data?.rows.some(isRunning) ? watchMilliseconds : false),
  })

/** The draft for what all customers used in the last month: started here, it goes on when the page is left. */
export function DraftSimulation({ scheme: { priceSchemeId, status } }: { scheme: RowOf<typeof priceSchemes> }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const maySeeReadings = useMay('metering:readings:read')
  const query = simulationsQuery(priceSchemeId)
  const latest = useQuery(query).data?.rows[0]
  const label = (name: string) => t(`simulation.${name}`)
  const fields: readonly FieldChoice[] = [
    {
      name: 'scope',
      label: label('scope'),
      optionLabels: { [SimulationScope.enum.all]: label('all'), [SimulationScope.enum.ofScheme]: label('ofScheme') },
      isHalf: true,
    },
    { name: 'lifelineCubicMetres', label: label('lifelineField'), unit: 'm³', isHalf: true },
  ]
  const mayStart = mayDo(startSimulation) && maySeeReadings && status !== PriceSchemeStatus.enum.retired
  if (!mayStart && !latest) return null
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {label('title')}
      </Title>
      <Text size="sm">{label('text')}</Text>
      {mayStart && (
        <CommandForm
          schema={startSimulation.request}
          fields={fields}
          initial={{ scope: SimulationScope.enum.all, lifelineCubicMetres: 6 }}
          fixed={{ priceSchemeId }}
          submitLabel={label('run')}
          doneText={null}
          onSubmit={async (request) => {
            await call(startSimulation, request)
            await client.invalidateQueries({ queryKey: query.queryKey })
          }}
        />
      )}
      {latest && <Latest simulation={latest} />}
    </Stack>
  )
}

function Latest({ simulation }: { simulation: PriceSimulation }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const { status, done, total, refusal, result, month, file } = simulation
  if (status === 'running')
    return (
      <Stack gap={4} role="status">
        <Text size="sm">{t('simulation.progress', { done: number(done), total: number(total) })}</Text>
        <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={t('simulation.title')} />
      </Stack>
    )
  if (!result)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {textOfRejection({ rejected: refusal !== null && refusal in rejections ? (refusal as RejectionCode) : 'internal-error' })}
      </Text>
    )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('simulation.of', { month })}
        </Text>
        {file !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => download(downloadFile, { fileName: file }, `simulation-${month}.csv`).catch(() => undefined)}
          >
            {t('simulation.csv')}
          </Button>
        )}
      </Group>
      <SimulationFigures result={result} />
    </Stack>
  )
}
