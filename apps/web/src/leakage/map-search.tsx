import { Select } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '#ui/map/map-geometry.ts'

const shownMax = 20

/** Finds a meter on the map by its number or address, and a partition by its name. */
export function MapSearch({ points, onFound }: { points: readonly MapPoint[]; onFound: (point: MapPoint | undefined) => void }) {
  const { t } = useTranslation('leakage')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  // Only what is offered becomes options: a list of twenty thousand stops the browser at each letter.
  const offered = useMemo(() => {
    const words = typed.trim().toLowerCase()
    const matching: MapPoint[] = []
    for (const point of points) {
      if (matching.length === shownMax) break
      if (words !== '' && point.label.toLowerCase().includes(words)) matching.push(point)
    }
    return matching.map(({ id, label }) => ({ value: id, label }))
  }, [points, typed])
  if (points.length === 0) return null
  return (
    <Select
      className="nf-map-search"
      size="xs"
      searchable
      clearable
      aria-label={t('map.search')}
      placeholder={t('map.search')}
      leftSection={<IconSearch size={14} aria-hidden />}
      data={offered}
      filter={({ options }) => options}
      value={chosen}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={typed.trim() === '' ? t('map.searchHint') : t('map.searchNothing')}
      onChange={(id) => {
        setChosen(id)
        onFound(points.find((point) => point.id === id))
      }}
    />
  )
}
