import type { MeterStatus } from '@nightflow/schemas/devices/meters'

/** Meters on the map by whether they report. Blue and orange: the greens and reds of the map are rates of leakage. */
export const meterColours: Record<MeterStatus, string> = { reporting: '#1864ab', silent: '#e8590c', never: '#868e96', replaced: '#495057' }

/** Gauges of the network by their state. */
export const gaugeColours = { normal: '#1864ab', alarm: '#c92a2a', unknown: '#868e96' } as const
