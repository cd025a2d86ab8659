import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

/** Modules by their file names: of what every page begins with, of the sign-in, of the frame with the home screen, and what these two share. */
export type FirstModules = Readonly<Record<'start' | 'both' | 'signIn' | 'frame', ReadonlySet<string>>>

const startOf = ['/src/main.tsx']
const signInOf = ['/src/screens/sign-in-screens.tsx']
const frameOf = ['/src/signed-in.tsx', '/src/screens/home-screen.tsx']

/**
 * The modules that the first screen executes. Only a build knows them: a package names all of its modules in one file, and those that are not used are
 * left out when the chunks are made. So this is a build without groups of chunks that writes nothing.
 */
export const findFirstModules = async (root: string): Promise<FirstModules> => {
  let found: FirstModules | undefined
  const collect: Plugin = {
    name: 'nightflow-first-modules',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const start = modulesOf(chunks, startOf)
      const signIn = modulesOf(chunks, signInOf)
      const frame = modulesOf(chunks, frameOf)
      found = {
        start,
        both: only(frame, (id) => signIn.has(id) && !start.has(id)),
        signIn: only(signIn, (id) => !frame.has(id) && !start.has(id)),
        frame: only(frame, (id) => !signIn.has(id) && !start.has(id)),
      }
    },
  }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), collect],
    build: { write: false, minify: false, target: 'es2023', reportCompressedSize: false },
  })
  if (!found) throw new Error('the build did not report its chunks')
  return found
}

/** The modules of the chunks that hold the files named, and of all that these import. */
const modulesOf = (chunks: readonly Rolldown.OutputChunk[], files: readonly string[]): Set<string> => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const taken = new Set<Rolldown.OutputChunk>()
  const take = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || taken.has(chunk)) return
    taken.add(chunk)
    for (const name of chunk.imports) take(byName.get(name))
  }
  for (const file of files) {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)))
    if (!holder) throw new Error(`no chunk has ${file}`)
    take(holder)
  }
  return new Set([...taken].flatMap(({ moduleIds }) => moduleIds))
}

const only = (modules: ReadonlySet<string>, isTaken: (id: string) => boolean): Set<string> => new Set([...modules].filter(isTaken))
