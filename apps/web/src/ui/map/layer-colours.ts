import type { MapLayerType } from '@nightflow/schemas/platform/map-layer'

/** Colour of a layer's lines and places on light and on dark ground; the legend and the box that switches it have it too. */
export const layerColours: Record<MapLayerType, { light: string; dark: string }> = {
  river: { light: '#339af0', dark: '#4dabf7' },
  building: { light: '#868e96', dark: '#909296' },
  street: { light: '#adb5bd', dark: '#5c5f66' },
  pipe: { light: '#1c7ed6', dark: '#4dabf7' },
  valve: { light: '#9c36b5', dark: '#da77f2' },
  hydrant: { light: '#c92a2a', dark: '#ff8787' },
  other: { light: '#5c940d', dark: '#a9e34b' },
}
