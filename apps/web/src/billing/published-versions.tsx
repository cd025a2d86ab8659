import { Accordion, Stack, Text, Title } from '@mantine/core'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import { findPublishedVersions } from '@nightflow/schemas/billing/price-scheme-calls'
import { litresPerCubicMetre, minorPerUnit, type Tariff, unlimited } from '@nightflow/schemas/billing/tariff'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { SchemeSteps } from '#billing/scheme-steps.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const basisPointsPerCent = 100

/** The versions of a scheme, newest first; that of the address is open. */
export function PublishedVersions({ priceSchemeId, version }: { priceSchemeId: number; version: string | undefined }) {
  const { t } = useTranslation('billing')
  const { day } = useFormat()
  const mayDo = useMayDo()
  const versions = useQuery({
    queryKey: ['price-scheme-history', priceSchemeId, 'versions'],
    queryFn: ({ signal }) => call(findPublishedVersions, { priceSchemeId }, signal),
    enabled: mayDo(findPublishedVersions),
  }).data?.rows
  if (!versions) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('priceScheme.versions.title')}
      </Title>
      {versions.length === 0 && <Text size="sm">{t('priceScheme.versions.none')}</Text>}
      <Accordion variant="contained" defaultValue={version ?? null}>
        {versions.toReversed().map((each) => (
          <Accordion.Item key={each.version} value={String(each.version)}>
            <Accordion.Control>{t('priceScheme.versions.one', { version: each.version, from: day(each.effectiveFrom) })}</Accordion.Control>
            <Accordion.Panel>
              <Version version={each} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

function Version({ version: { tariff } }: { version: PriceSchemeVersion }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  return (
    <Stack gap="xs">
      <SchemeSteps scheme={typedOf(tariff)} />
      <Text size="sm">{t('priceScheme.versions.vat', { rate: number(tariff.vatBasisPoints / basisPointsPerCent, 2) })}</Text>
    </Stack>
  )
}

/** The prices of a version as people typed them in the draft. */
const typedOf = ({ prices }: Tariff) => ({
  steps: prices.flatMap(({ steps, caliberMillimetres, customerTypeId, season }) =>
    steps.map(({ startLitres, endLitres, unitPriceMinor }) => ({
      startVolume: startLitres / litresPerCubicMetre,
      endVolume: endLitres === null ? unlimited : endLitres / litresPerCubicMetre,
      unitPrice: unitPriceMinor / minorPerUnit,
      caliberMillimetres,
      customerTypeId,
      firstMonth: season?.firstMonth ?? null,
      lastMonth: season?.lastMonth ?? null,
    })),
  ),
  fixedAmount: (prices[0]?.fixedMinor ?? 0) / minorPerUnit,
  minimumAmount: (prices[0]?.minimumMinor ?? 0) / minorPerUnit,
})
