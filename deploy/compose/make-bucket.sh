#!/bin/sh
set -eu
of() { cat "/run/secrets/$1"; }
mc alias set s3 http://s3:9000 "$(of s3_root_user)" "$(of s3_root_password)" > /dev/null
mc mb --ignore-existing s3/hub-files
mc admin policy create s3 hub-files /bucket-policy.json
mc admin user add s3 "$(of s3_key)" "$(of s3_secret)" > /dev/null
mc admin policy attach s3 hub-files --user "$(of s3_key)" > /dev/null 2>&1 || true # it is refused where it was done before
