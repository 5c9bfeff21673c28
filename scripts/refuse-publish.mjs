// Run by npm before it packs or publishes a package: manifests name versions that only pnpm can resolve, and a release is
// checked before it is published. See `npm run release`.
const [step] = process.argv.slice(2)
const isPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/') === true
if (step === 'publish' || !isPnpm) {
  console.error(
    step === 'publish'
      ? 'packages are not published by hand: run npm run release, which packs and checks the tarballs that are published'
      : 'npm cannot pack this package: run npm run release, or npx pnpm@12.21.0 pack',
  )
  process.exitCode = 1
}
