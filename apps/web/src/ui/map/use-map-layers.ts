import { findMapLayer, listMapLayers } from '@nightflow/schemas/platform/map-layer-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { call } from '#api/call.ts'
import type { BaseLayer } from '#ui/map/map-layers.ts'
import { storedChoice } from '#ui/stored-choice.ts'

/** Which layers a person has switched off; kept in this browser alone. */
const storageKey = 'map-layers-hidden'
const hiddenMax = 100
const hiddenLayers = storedChoice<readonly string[]>(storageKey, z.array(z.string().max(64)).max(hiddenMax), [])

/** Layers that a link hides, by what is before a comma; absent where the choice of this browser counts. */
export type HiddenInLink = { hidden: string | undefined; onHidden: (hidden: string) => void }

/** Switches a layer, or the background of tiles, on or off. */
export function switchLayer(id: string, isShown: boolean, link: HiddenInLink | undefined): void {
  const others = (namesIn(link) ?? hiddenLayers.read()).filter((other) => other !== id)
  const hidden = isShown ? others : [...others, id].slice(-hiddenMax)
  hiddenLayers.write(hidden)
  link?.onHidden(hidden.join(','))
}

const namesIn = (link: HiddenInLink | undefined): readonly string[] | undefined => link?.hidden?.split(',').filter((name) => name !== '')

type LayerRow = ResponseOf<typeof listMapLayers>['rows'][number]
const noLayers: readonly LayerRow[] = []
export type KnownLayer = { id: string; name: string; type: BaseLayer['type']; isShown: boolean }
const layersQuery = queryOptions({
  queryKey: [listMapLayers.path],
  queryFn: ({ signal }) => call(listMapLayers, {}, signal),
  staleTime: 5 * 60_000,
})

/** The utility's own layers by name, and what is switched off. */
export function useKnownLayers(link?: HiddenInLink): { rows: readonly LayerRow[]; known: readonly KnownLayer[]; off: readonly string[] } {
  const kept = hiddenLayers.use()
  const inLink = link?.hidden
  const off = useMemo(() => (inLink === undefined ? kept : inLink.split(',')), [inLink, kept])
  const rows = useQuery(layersQuery).data?.rows ?? noLayers
  const known = useMemo(
    () =>
      rows.map(({ layerId, layerName, layerType }) => ({
        id: String(layerId),
        name: layerName,
        type: layerType,
        isShown: !off.includes(String(layerId)),
      })),
    [rows, off],
  )
  return { rows, known, off }
}

/** The utility's own layers, and those of them that are shown. A version of a layer is read once and kept, also while the network is gone. */
export function useMapLayers(link?: HiddenInLink): {
  known: readonly KnownLayer[]
  shown: readonly BaseLayer[]
  isHidden: (id: string) => boolean
} {
  const { rows, known, off } = useKnownLayers(link)
  const wanted = useMemo(() => rows.filter(({ layerId }) => !off.includes(String(layerId))), [rows, off])
  const contents = useQueries({
    queries: wanted.map(({ layerId, version }) => ({
      queryKey: ['map-layer', layerId, version],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(findMapLayer, { layerId }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60 * 60_000,
    })),
    combine: combineContents,
  })
  const shown = useMemo(
    () =>
      wanted.flatMap(({ layerId, layerType }, index) => {
        const content = contents[index]
        return content ? [{ id: String(layerId), type: layerType, content }] : []
      }),
    [wanted, contents],
  )
  return { known, shown, isHidden: (id) => off.includes(id) }
}

const combineContents = <Content>(results: readonly { data?: Content | undefined }[]): (Content | undefined)[] =>
  results.map(({ data }) => data)
