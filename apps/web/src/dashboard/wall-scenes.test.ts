import { expect, test } from 'vitest'
import { nextScene, wallScenes } from './wall-scenes.ts'

test('a wall goes through all of its scenes and begins again', () => {
  const seen = wallScenes.map((_, index) => wallScenes.slice(0, index).reduce((scene) => nextScene(scene), wallScenes[0]))
  expect(seen).toEqual(wallScenes)
  expect(nextScene(wallScenes.at(-1)!)).toBe(wallScenes[0])
})
