#!/usr/bin/env bash
# Signs, packs and notarises the app on a Mac, after `ARBOR_SIGN_AS="Developer ID …" packaging/build.py bundle`:
#   ARBOR_SIGN_AS="Developer ID Application: NAME (TEAM)" NOTARY_PROFILE=PROFILE packaging/macos/notarise.sh
# PROFILE holds the credentials: xcrun notarytool store-credentials PROFILE. Without it the image is only signed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
app="build/bundle/Arbor Desktop.app"
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' arbor_desktop/__init__.py)
image="dist/arbor-desktop-$version-macos-$(uname -m).dmg"
mkdir -p dist
codesign --force --deep --timestamp --options runtime --entitlements packaging/macos/entitlements.plist \
    --sign "${ARBOR_SIGN_AS:--}" "$app"
codesign --verify --deep --strict "$app"
hdiutil create -volname "Arbor Desktop" -srcfolder "$app" -format UDZO -ov "$image"
if [ -n "${NOTARY_PROFILE:-}" ]; then
    codesign --timestamp --sign "$ARBOR_SIGN_AS" "$image"
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature "$image"
fi
