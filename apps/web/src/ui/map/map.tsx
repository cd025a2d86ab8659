import { lazy, Suspense } from 'react'
import type { MapViewProps } from '#ui/map/map-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const MapView = lazy(() => import('#ui/map/map-view.tsx'))

/** A map whose library is loaded when the first one is shown. */
export function NetworkMap(props: MapViewProps) {
  return (
    <Suspense fallback={<Skeleton height="100%" mih={340} />}>
      <MapView {...props} />
    </Suspense>
  )
}
