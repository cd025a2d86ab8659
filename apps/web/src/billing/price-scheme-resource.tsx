import { Drawer, Stack } from '@mantine/core'
import type { priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { listPriceSchemeHistory, priceSchemeCommands } from '@nightflow/schemas/billing/price-scheme-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { DraftSimulation } from '#billing/draft-simulation.tsx'
import { priceSchemeTemplates } from '#billing/price-scheme-templates.ts'
import { PublishedVersions } from '#billing/published-versions.tsx'
import { SchemeSteps } from '#billing/scheme-steps.tsx'
import { TariffTrial } from '#billing/tariff-trial.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { useCustomerTypeChoices } from '#billing/use-customer-type-choices.ts'
import { useSession } from '#session/session-query.ts'
import type { FieldChoice, TypedRow } from '#ui/form/form-fields.ts'
import { dayOf } from '#ui/local-days.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useCurrency } from '#ui/use-money.ts'

type PriceScheme = RowOf<typeof priceSchemes>
const words = { texts: 'billing', name: 'priceScheme', calls: {} }
const maximum = -1

/** A further step begins where the last one ends, and is the last one now. */
const nextStep = (rows: readonly TypedRow[]): TypedRow => {
  const end = rows.at(-1)?.endVolume
  return { startVolume: rows.length === 0 ? 0 : end === maximum ? '' : (end ?? ''), endVolume: maximum }
}

function useSteps() {
  const { t } = useTranslation('billing')
  const unit = useCurrency()
  const customerTypes = useCustomerTypeChoices()
  const columns = [
    ...['startVolume', 'endVolume', 'unitPrice', 'caliberMillimetres'].map((name) => ({ name })),
    { name: 'customerTypeId', choices: customerTypes },
    ...['firstMonth', 'lastMonth'].map((name) => ({ name })),
  ].map((column): FieldChoice => ({ ...column, label: t(`priceScheme.field.${column.name}`) }))
  return { steps: { columns, nextRow: nextStep }, fixedAmount: { unit }, minimumAmount: { unit } }
}

const useTemplates = () => priceSchemeTemplates(useCurrency(), dayOf(Date.now(), useSession().timeZone))

function Day({ at }: { at: string | null }) {
  return <>{useFormat().day(at)}</>
}

/** A scheme beside the list. The address names its row and, after a dash, the version to be open. */
function PriceSchemeDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const shared = useTranslation('shared').t
  const [row, version] = id?.split('-') ?? []
  const priceSchemeId = Number(row)
  const scheme = useQuery({
    queryKey: [resourceCalls.priceSchemes.list.path, 'one', priceSchemeId],
    queryFn: ({ signal }) => call(resourceCalls.priceSchemes.find, { priceSchemeId }, signal),
    enabled: Number.isSafeInteger(priceSchemeId),
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={scheme.data?.priceSchemeName}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {scheme.isError && <ErrorState error={scheme.error} onRetry={() => scheme.refetch()} compact />}
      {scheme.data && <Detail key={id} row={scheme.data} version={version} />}
    </Drawer>
  )
}

function Detail({ row, version }: { row: PriceScheme; version: string | undefined }) {
  return (
    <Stack gap="md">
      <SchemeSteps scheme={row} />
      <PublishedVersions priceSchemeId={row.priceSchemeId} version={version} />
      <TariffTrial scheme={row} />
      <DraftSimulation scheme={row} />
      <TitledHistory
        resource={words}
        endpoint={listPriceSchemeHistory}
        queryKey={['price-scheme-history', row.priceSchemeId]}
        of={{ priceSchemeId: row.priceSchemeId }}
      />
    </Stack>
  )
}

export const Screen = screenOf(
  resourceOf(
    resources.priceSchemes,
    { ...resourceCalls.priceSchemes, commands: priceSchemeCommands.list },
    {
      useChoices: useSteps,
      useTemplates,
      drawer: { name: 'scheme', Drawer: PriceSchemeDrawer },
      cell: { startTime: ({ startTime }) => <Day at={startTime} />, effectiveFrom: ({ effectiveFrom }) => <Day at={effectiveFrom} /> },
      related: [['price-scheme-history']],
      isRemovable: ({ version }) => version === 0,
    },
  ),
)
