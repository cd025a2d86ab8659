import type { LngLat } from '#ui/map/map-geometry.ts'

/** Corners of a boundary while it is drawn: an open ring, the closing corner left out. Pure. */
export type Corners = readonly LngLat[]

/** As many corners as a boundary of the schema has, without the closing one. */
export const cornersMax = 1999

/** A tenth of a metre; further digits say nothing of a network. */
export const roundedPlace = ([longitude, latitude]: LngLat): LngLat => [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))]

/** Corners of a closed ring. */
export const cornersOf = (ring: readonly LngLat[] | null | undefined): Corners => (ring ?? []).slice(0, -1)

/** The closed ring of corners; null while they are no area. */
export const ringOf = (corners: Corners): LngLat[] | null => (corners.length < 3 ? null : [...corners, corners[0]!])

export const movedCorner = (corners: Corners, index: number, place: LngLat): Corners => corners.with(index, roundedPlace(place))

/** A corner more, after the one at `index`. */
export const insertedCorner = (corners: Corners, index: number, place: LngLat): Corners =>
  corners.length >= cornersMax ? corners : corners.toSpliced(index + 1, 0, roundedPlace(place))

/** A corner less; a triangle keeps its three. */
export const removedCorner = (corners: Corners, index: number): Corners => (corners.length <= 3 ? corners : corners.toSpliced(index, 1))

/** The middle of each side, in the order of the corners that the sides begin at. */
export const middlesOf = (corners: Corners): LngLat[] =>
  corners.map(([longitude, latitude], index) => {
    const [nextLongitude, nextLatitude] = corners[(index + 1) % corners.length]!
    return [(longitude + nextLongitude) / 2, (latitude + nextLatitude) / 2]
  })
