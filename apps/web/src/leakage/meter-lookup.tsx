import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { findMeterCandidates } from '@nightflow/schemas/leakage/endpoints'
import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMeterFitText } from '#leakage/use-meter-fit-text.ts'

type Props = { id: string; kind: 'summary' | 'sub'; onPick: (number: string) => void }

const typingMilliseconds = 250

/** Finds a meter by a part of its number, name or address; what cannot be associated is shown with the reason and cannot be chosen. */
export function MeterLookup({ id, kind, onPick }: Props) {
  const { t } = useTranslation('leakage')
  const fitText = useMeterFitText()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMilliseconds)
  const found = useQuery({
    queryKey: ['meter-candidates', id, kind, search],
    queryFn: ({ signal }) => call(findMeterCandidates, { id, search, role: kind }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const rows = search === '' ? [] : (found.data?.rows ?? [])
  const fits = new Map(rows.map((fit) => [fit.number, fit]))
  return (
    <Select
      label={t('form.lookup')}
      placeholder={t('form.lookupHint')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      onChange={(number) => {
        if (number === null) return
        onPick(number)
        setTyped('')
      }}
      filter={({ options }) => options}
      data={rows.map((fit) => ({ value: fit.number, label: fit.number, disabled: fit.problem !== null || fit.isHere }))}
      nothingFoundMessage={search !== '' && found.isSuccess ? t('form.lookupNothing') : undefined}
      renderOption={({ option }) => <Candidate fit={fits.get(option.value)} text={fitText} />}
    />
  )
}

function Candidate({ fit, text }: { fit: MeterFit | undefined; text: (fit: MeterFit) => string | null }) {
  if (!fit) return null
  const place = [fit.name, fit.address].filter((word) => word !== null).join(' · ')
  const said = text(fit)
  return (
    <div>
      <Text size="sm" className="nf-figures">
        {fit.number} {place && <span className="nf-dimmed">{place}</span>}
      </Text>
      {said && (
        <Text size="xs" c="dimmed">
          {said}
        </Text>
      )}
    </div>
  )
}
