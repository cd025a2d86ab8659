import { useInterval } from '@mantine/hooks'
import { z } from 'zod'

/** Parts of the wall that are shown at a time: all of it, the map, or the ranking with the alarms. */
export const wallScenes = ['overview', 'map', 'events'] as const
export type WallScene = (typeof wallScenes)[number]

/** Seconds for which a scene stays while the wall goes from one to the next. */
export const sceneSeconds = 30

/** The scene and the rotation are in the address, so that the computer of a wall starts with them. */
export const wallSearch = {
  scene: z.enum(wallScenes).optional().catch(undefined),
  rotate: z.number().int().min(5).max(3600).optional().catch(undefined),
}
export type WallChoice = { scene?: WallScene | undefined; rotate?: number | undefined }

export const nextScene = (scene: WallScene): WallScene => wallScenes[(wallScenes.indexOf(scene) + 1) % wallScenes.length]!

const never = 2_147_483_647

/** Goes to the next scene each time its seconds are over; stays where no seconds are chosen. */
export function useRotation({ scene = 'overview', rotate }: WallChoice, onChoice: (choice: WallChoice) => void): void {
  useInterval(() => rotate !== undefined && onChoice({ scene: nextScene(scene) }), rotate === undefined ? never : rotate * 1000, {
    autoInvoke: true,
  })
}
