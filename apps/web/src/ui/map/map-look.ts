import { MapType, MapViewMode } from '@nightflow/schemas/platform/map-settings'
import { useSession } from '#session/session-query.ts'
import { storedChoice } from '#ui/stored-choice.ts'

const chosenProvider = storedChoice<MapType | null>('map-provider', MapType.nullable(), null)
const chosenMode = storedChoice<MapViewMode | null>('map-view-mode', MapViewMode.nullable(), null)

export const chooseProvider = chosenProvider.write
export const chooseViewMode = chosenMode.write

/** Provider and view of maps: what the person chose in this browser, else what the utility shows first. A provider without tiles is not offered. */
export function useMapLook() {
  const { map } = useSession()
  const wanted = chosenProvider.use() ?? map.mapType
  const viewMode = chosenMode.use() ?? map.viewMode
  const providers = MapType.options.filter((provider) => map.tileUrls[provider] !== null)
  const provider = providers.includes(wanted) ? wanted : providers[0]
  return {
    providers,
    provider,
    tileUrl: provider === undefined ? null : map.tileUrls[provider],
    viewMode,
    pitch: viewMode === '3D' ? map.pitch : 0,
  }
}
