// Posts a file over HTTP/3 and prints the status and the body of the answer.
// Usage: h3 <URL> <address> <file of the certificate authority> <file> [<header>: <value>]…
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

func main() {
	url, address, authority, path, headers := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5:]
	pem, err := os.ReadFile(authority)
	check(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	transport := &http3.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots},
		Dial: func(ctx context.Context, _ string, config *tls.Config, quicConfig *quic.Config) (*quic.Conn, error) {
			return quic.DialAddr(ctx, address, config, quicConfig)
		},
	}
	file, err := os.Open(path)
	check(err)
	stat, err := file.Stat()
	check(err)
	request, err := http.NewRequest("POST", url, file)
	check(err)
	request.ContentLength = stat.Size()
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	response, err := transport.RoundTrip(request)
	check(err)
	body, err := io.ReadAll(response.Body)
	check(err)
	fmt.Printf("%d\n%s", response.StatusCode, body)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
